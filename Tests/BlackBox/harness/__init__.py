"""What black-box tests are made with: simulator, appliance, event stream, and patience with a limit."""

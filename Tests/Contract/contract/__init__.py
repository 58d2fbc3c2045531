"""What contract tests are made with: the OpenAPI document and what it promises."""

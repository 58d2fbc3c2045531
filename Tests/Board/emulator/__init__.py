"""The emulated Raspberry Pi: starting it, asking it, and what it wrote to its pins and its bus."""

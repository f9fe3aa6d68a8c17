"""What the worker of this service does: kit's part of it alone, for no room has tasks or subscribers yet."""

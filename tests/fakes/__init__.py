"""Other companies' services, in their own wire formats. What the project asks of them is all that they can."""

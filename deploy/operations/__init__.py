"""What is done beside the running parts of a site that containers serve: its secrets, its database, its checks."""

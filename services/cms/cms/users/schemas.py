"""What is asked for by people who cannot log in."""

from kit.schemas import EmailAddress, Out, Schema


class ResetRequest(Schema):
    """The address of the account to reset."""

    email_address: EmailAddress


class Accepted(Out):
    """Nothing: the answer is the same whether there is such an account or not."""

"""Judging values by the types of fields that web/app/fields declares, wherever a service is given such values."""

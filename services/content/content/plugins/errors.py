from kit.errors import Conflict, NotFound, Unprocessable


class PluginNotFound(NotFound):
    code = "plugin_not_found"


class PluginInUse(Conflict):
    """409: a page, layout or branch holds the plugin."""

    code = "plugin_in_use"


class FieldFilterInvalid(Unprocessable):
    """422: not `name=value`."""

    code = "field_filter_invalid"


class PluginFieldsInvalid(Unprocessable):
    """422: fields that the plugin's manifest does not allow; the field error says which."""

    code = "plugin_fields_invalid"

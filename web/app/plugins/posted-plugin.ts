/** The name of a form's hidden field that says which instance it is of. */
export const POSTED_PLUGIN = 'pw-plugin';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const CONTROLS = '#page form[method=post i] :is(input:not([type=password]), select, textarea)';

/**
 * Whether somebody has begun to fill in a form of the page that is sent. Going back to it, a browser gives back what was in
 * it, passwords aside, as long as pages are loaded whole and the form is not one that a script has drawn.
 */
export function isHalfWritten(): boolean {
  return isUnsaved() || [...document.querySelectorAll<Control>(CONTROLS)].some(isChanged);
}

/** Whether somebody has begun to fill in a form that a script has drawn: such a form says so itself. */
export function isUnsaved(): boolean {
  return document.querySelector('#page form[data-unsaved]') !== null;
}

function isChanged(control: Control): boolean {
  if ('options' in control) return isChosen(control);
  // What is ticked has a value all along.
  if ('checked' in control && /^(checkbox|radio)$/.test(control.type))
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Whether anything is chosen that was not at first: without a word about it, a list begins with the first that can be. */
function isChosen({ options, multiple }: HTMLSelectElement): boolean {
  const all = [...options];
  const first = all.find((option) => option.defaultSelected) ?? all.find((option) => !option.disabled);
  return all.some((option) => option.selected !== (multiple ? option.defaultSelected : option === first));
}

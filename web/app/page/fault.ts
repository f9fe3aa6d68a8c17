import type { ActionFaultCode } from './actions/types.ts';

/** An action that cannot be applied to the page as it is. */
export class ActionFault extends Error {
  readonly code: ActionFaultCode;
  /** The action's field at fault; '' when it is no single one. */
  readonly field: string;
  /** Position in the list that was applied; -1 until applyActions knows it. */
  actionIndex = -1;

  constructor(code: ActionFaultCode, field: string, message: string) {
    super(message);
    this.name = 'ActionFault';
    this.code = code;
    this.field = field;
  }
}

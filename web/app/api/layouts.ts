/** Start of the key of every query for layouts: invalidate by it. */
export const layoutsKey = [{ tags: ['layouts'] }];

/** Start of the key of every query for branch blocks: invalidate by it. */
export const blocksKey = [{ tags: ['blocks'] }];

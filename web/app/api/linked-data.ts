/** Start of the key of every query for linked data: invalidate by it. */
export const linkedDataKey = [{ tags: ['linked_data'] }];

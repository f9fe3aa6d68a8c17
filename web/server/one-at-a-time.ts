/** Gives what does jobs one at a time, in the order in which they come. One that fails holds up no other. */
export function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job, job);
    last = mine;
    return mine;
  };
}

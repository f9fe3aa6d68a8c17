/** What a component was drawn with last, for what ends later than it was begun: an upload, a dialog with an answer. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

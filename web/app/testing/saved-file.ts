import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Takes what a screen has the browser save as a file; gives its lines, once there is one. */
export function catchSavedFile(): () => Promise<string[]> {
  let file: Blob | undefined;
  URL.createObjectURL = (given) => {
    file = given as Blob;
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  return async () => {
    await waitFor(() => expect(file).toBeDefined());
    return (await (file as Blob).text()).trim().split('\r\n');
  };
}

const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

export type Log = (level: Level, message: string, details?: Record<string, unknown>) => void;

/** Writes one JSON line for each event at or above `lowest`; stdout is a pipe and does not block. */
export function createLog(
  lowest: string,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const threshold = Math.max(0, LEVELS.indexOf(lowest.toLowerCase() as Level));
  return (level, message, details) => {
    if (LEVELS.indexOf(level) < threshold) return;
    const time = new Date().toISOString();
    write(`${JSON.stringify({ time, level, service: 'web', message, ...details }, errorsAsText)}\n`);
  };
}

function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}

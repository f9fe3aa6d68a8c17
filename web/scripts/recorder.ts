/** Writes down what became of a run of Vitest, for tests/ci: `VITEST_RECORD=<file> vitest run --reporter=./scripts/recorder.ts`. */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

interface Failure {
  project: string;
  file: string;
  name: string;
  error: string;
}

export interface VitestRecord {
  passed: number;
  failures: Failure[];
  /** What no test answers for: a file that cannot be loaded, an error that nobody awaited, a worker that died. */
  faults: string[];
}

const said = (errors: readonly { message: string; stack?: string }[]): string =>
  errors.map(({ message, stack }) => stack ?? message).join('\n\n');

export default class Recorder implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
  ): void {
    const record: VitestRecord = { passed: 0, failures: [], faults: unhandled.map((error) => said([error])) };
    for (const module of modules) {
      // Of the file itself and of its suites, such as a failed import or a failed `beforeAll`.
      const own = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      const errors = [...module.errors(), ...own];
      if (errors.length > 0) record.faults.push(`${module.relativeModuleId}\n${said(errors)}`);
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') record.passed += 1;
        if (result.state === 'pending')
          record.faults.push(`${module.relativeModuleId} > ${test.fullName} never ended`);
        if (result.state === 'failed') {
          record.failures.push({
            project: module.project.name,
            file: module.relativeModuleId,
            name: test.fullName,
            error: said(result.errors),
          });
        }
      }
    }
    const path = process.env.VITEST_RECORD;
    if (path) writeFileSync(path, JSON.stringify(record));
  }
}

import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { run } from './dynamodb.ts';

const needsEngine = ({ project }: TestSpecification | TestModule) =>
  [project.config.globalSetup ?? []].flat().some((file) => file.endsWith('/run/dynamodb.ts'));

/**
 * Ends the engine after the last file that needs it. Even idle, with the databases of all files, it takes a fifth of a
 * core from the browser tests.
 */
export default class EndEngine implements Reporter {
  private left = 0;

  onTestRunStart(specifications: readonly TestSpecification[]) {
    this.left = specifications.filter(needsEngine).length;
  }

  async onTestModuleEnd(module: TestModule) {
    if (!needsEngine(module)) return;
    this.left -= 1;
    // In watch mode a file may run again.
    if (this.left === 0 && !module.project.vitest.config.watch) await (await run.engine)?.close();
  }
}

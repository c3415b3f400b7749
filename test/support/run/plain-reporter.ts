import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed` alone on the last line; a skipped test counts as failed, so that it is noticed. For a
 * test that passed at its second try, it prints why the first one failed.
 */
export default class PlainReporter implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state !== 'passed') return;
    for (const { message, stack = message, diff = '' } of errors ?? [])
      console.log(`${test.fullName}, first try: ${stack}\n${diff}`);
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const passed = states.filter((state) => state === 'passed').length;
    const brokenModules = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    console.log(`${passed} passed, ${states.length - passed + brokenModules.length} failed`);
  }
}

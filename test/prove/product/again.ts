import { setTimeout as wait } from 'node:timers/promises';
import type { PipelineAnswer } from '#test/support/pipeline.ts';
import { codeIn } from './answers.ts';

const passing = new Set(['UNAVAILABLE', 'IN_PROGRESS']);
/** A browser waits for a second or more; without any pause the turned away keep the core from who is served. */
const pauseMs = 20;

/** Sends a request until its answer is final: who is held up by others sends again, as a browser does. */
export async function untilAnswered(send: () => Promise<PipelineAnswer>): Promise<PipelineAnswer> {
  for (;;) {
    const answer = await send();
    if (!passing.has(codeIn(answer))) return answer;
    await wait(pauseMs);
  }
}

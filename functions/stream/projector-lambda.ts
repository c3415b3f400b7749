import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { projector } from './projector/project.ts';

export const handler = background(projector(openTable(env('TABLE')), () => Date.now()));

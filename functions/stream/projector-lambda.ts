import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { projector } from './projector/project.ts';

export const handler = projector(openTable(env('TABLE')), () => Date.now());

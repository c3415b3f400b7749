import type { Actor } from '#functions/actor.ts';
import type { Files } from '#functions/platform/aws/object-store.ts';
import type { Deps } from '#functions/serve.ts';

export interface AdminDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export interface Judged<Resource> {
  readonly actor: Actor;
  readonly resource: Resource;
  readonly version: number;
}

import type { Actor } from '#functions/actor.ts';
import type { Files } from '#functions/platform/aws/object-store.ts';
import type { Deps } from '#functions/serve.ts';

export interface AdminDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

/** A call that decides about a resource, at the version that the administrator saw. */
export interface Judged<Resource> {
  readonly actor: Actor;
  readonly resource: Resource;
  readonly version: number;
}

import type { RowName } from '#shared/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { Request } from '#test/support/pipeline.ts';
import { provenSession } from '#test/support/proven-session.ts';
import type { Product } from '../product/product.ts';
import { type Seeding, seeding } from './seeds.ts';

/** A product with its administrators. */
export interface World {
  readonly product: Product;
  readonly seed: Seeding;
  readonly admin: ProfileRecord;
  readonly root: ProfileRecord;
}

/** One call that succeeds where it is made: by whom, and with what. Without `by` a visitor makes it. */
export interface Scene {
  readonly by: string;
  readonly request: Request;
  /** Codes that only say that the first call stood, on rows that keep no answer for a second one. */
  readonly done?: readonly string[];
  /** The log's one line about it: the act and its target. */
  readonly logged?: { readonly action: string; readonly target: string };
}

/** Each makes a scene of its row, with people and things of its own. */
export type Scenes = Partial<Readonly<Record<RowName, (world: World) => Promise<Scene>>>>;

export async function aWorld(product: Product): Promise<World> {
  const seed = seeding(product);
  return { product, seed, admin: await seed.administrator(false), root: await seed.administrator(true) };
}

/** The request of an administrator whose session is proven. */
export const proven = (request: Request = {}): Request => ({ ...request, asAdminIn: provenSession });

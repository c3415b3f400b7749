import { type Access, type Party, parties, roleOf, type Trust } from '#shared/access.ts';
import type { RowName } from '#shared/contract.ts';
import type { RouteSpec } from '#shared/route.ts';
import { whileLeaving } from '../access/expected.ts';
import { accessPipeline, ask, cells, claimsOfLeaver, requestOf, rows, verdictOf } from '../access/matrix.ts';

/** One rule of the access table, changed. `survives` is true when no cell of the matrix noticed. */
export interface Mutant {
  readonly name: string;
  survives(): Promise<boolean>;
}

const words: readonly Access[] = ['anyone', 'signedIn', 'member', 'unprovenAdmin', 'admin', 'rootAdmin'];

/** Every other access of a row: each plain word, and each party to the same path parameter. */
function otherAccesses(spec: RouteSpec): Access[] {
  const of = /\{(\w+)\}/.exec(spec.path)?.[1];
  const all = [...words, ...(of ? (Object.keys(parties) as Party[]).map((party) => ({ party, of })) : [])];
  return all.filter((access) => JSON.stringify(access) !== JSON.stringify(spec.access));
}

/**
 * Every other trust: each demand dropped, and for members each demand added. Administrators are approved and never
 * expire.
 */
function otherTrusts(spec: RouteSpec): (Trust | undefined)[] {
  const { profile, subscription } = spec.trust ?? {};
  const choices: Trust[] = ([undefined, 'notRejected', 'approved'] as const).flatMap((other) =>
    ([undefined, true] as const).map((paid) => ({
      ...(other ? { profile: other } : {}),
      ...(paid ? { subscription: paid } : {}),
    })),
  );
  if (['anyone', 'unprovenAdmin', 'admin', 'rootAdmin'].includes(roleOf(spec.access))) return [];
  return choices.filter((trust) => trust.profile !== profile || trust.subscription !== subscription);
}

const label = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Checks the row's own cells of a contract in which only this row is changed. */
function mutant(name: RowName, changed: RouteSpec, what: string): Mutant {
  return {
    name: `${name}: ${what}`,
    async survives() {
      const table = { changed: { [name]: changed } };
      const pipeline = accessPipeline(table);
      for (const cell of cells.filter(({ row }) => row === name)) {
        if ((await ask(cell, pipeline, table)) !== cell.expected) return false;
      }
      return true;
    },
  };
}

/** The row opened to members who leave, or closed to them. */
function leavingMutant(name: RowName, spec: RouteSpec): Mutant {
  const { whileLeaving: isOpen, ...rest } = spec;
  const changed = isOpen ? rest : { ...spec, whileLeaving: true as const };
  return {
    name: `${name}: whileLeaving ${isOpen ? 'dropped' : 'added'}`,
    async survives() {
      const pipeline = accessPipeline({ changed: { [name]: changed } });
      const verdict = await verdictOf(pipeline, requestOf({ name, spec: changed }, '-', claimsOfLeaver()));
      return (verdict === 'PROFILE_LEAVING') === !whileLeaving.includes(name);
    },
  };
}

export const rowMutants: readonly Mutant[] = rows.flatMap(({ name, spec }) => [
  ...(roleOf(spec.access) === 'anyone' ? [] : [leavingMutant(name, spec)]),
  ...otherAccesses(spec).map((access) =>
    mutant(name, { ...spec, access }, `access ${label(spec.access)} → ${label(access)}`),
  ),
  ...otherTrusts(spec).map((trust) => {
    const { trust: _before, ...rest } = spec;
    return mutant(name, trust ? { ...rest, trust } : rest, `trust ${label(spec.trust)} → ${label(trust)}`);
  }),
]);

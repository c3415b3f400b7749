import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { isHidden, isVerified, namesOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { foldPlace } from '#shared/values/places.ts';

/** A transaction takes this many writes. */
const writesAtOnce = 100;
/** Longest search text of administrators, in characters. */
const longestNeedle = 40;

/**
 * The administrators' « contains » over names (waiting ones too), phone and e-mail: a row for each suffix, so that one
 * read by prefix finds the text anywhere. All are folded (`foldPlace`) and have at least two letters.
 */
export function suffixesOf(
  profile: Pick<ProfileRecord, 'firstName' | 'lastName' | 'newName' | 'phone' | 'email'>,
): Set<string> {
  const texts = [...namesOf(profile), profile.phone, profile.email].map(foldPlace);
  const endings = texts.flatMap((text) => Array.from(text, (_, at) => text.slice(at, at + longestNeedle)));
  return new Set(endings.map((ending) => ending.trimStart()).filter((ending) => ending.length >= 2));
}

/** Updates the name rows of one member to the current profile, for events in any order. */
export async function nameMember(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const images = [before, after].map((item) => (item ? parseProfile(item) : undefined));
  const id = images.find((profile) => profile)?.id;
  if (id === undefined) return;
  const [old, fresh] = images.map((profile) => (profile ? suffixesOf(profile) : new Set<string>()));
  if (!old || !fresh || (old.size === fresh.size && [...old].every((suffix) => fresh.has(suffix)))) return;
  const profile = await profileRepository(table).read(id);
  const wanted = profile ? suffixesOf(profile) : new Set<string>();
  const writes = [
    ...[...new Set([...old, ...fresh])]
      .filter((suffix) => !wanted.has(suffix))
      .map((suffix) => table.remove(keys.nameSuffix(suffix, id))),
    ...[...wanted]
      .filter((suffix) => !old.has(suffix))
      .map((suffix) => table.put({ ...keys.nameSuffix(suffix, id), kind: 'name', id })),
  ];
  for (let at = 0; at < writes.length; at += writesAtOnce) await table.transact(writes.slice(at, at + writesAtOnce));
}

export function changesListings(before: Item | undefined, after: Item | undefined): boolean {
  if (!before || !after) return before !== undefined;
  const [old, fresh] = [parseProfile(before), parseProfile(after)];
  return (
    old.firstName !== fresh.firstName || isHidden(old) !== isHidden(fresh) || isVerified(old) !== isVerified(fresh)
  );
}

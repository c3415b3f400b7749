import { strToU8, type Zippable, zipSync } from 'fflate';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { archivePrefix } from '#functions/uploads/file-keys.ts';
import { brand } from '#shared/values/brand.ts';
import { of } from '#shared/values/french.ts';
import { algiersMoment, dayOf } from '#shared/values/time.ts';
import { type Contents, collect } from './collect.ts';
import type { OwnFile } from './collect-parcels.ts';
import { type ArchiveRecord, archiveRepository } from './repository.ts';

const readMe = (at: string): string => `VOS DONNÉES SUR ${brand.name.toUpperCase()}
Archive préparée le ${algiersMoment(at)}.

Les fichiers .json s'ouvrent avec n'importe quel éditeur de texte et se lisent par tout logiciel. Les heures y sont en temps universel, les poids en grammes, les prix en centimes.

profil.json        votre compte : nom, adresse email, téléphone, vérification, abonnement
reglages.json      vos réglages, les membres que vous avez bloqués, et vos demandes d'archive
colis.json         vos colis, avec le prix, le poids et le trajet convenus, leur historique, leurs positions et leurs preuves
livraisons.json    les colis que vous transportez ou avez proposé de transporter, avec ce que vous avez accepté tous les deux
trajets.json       vos trajets
messages.json      vos conversations, telles que vous les lisez
avis.json          les avis que vous avez reçus et écrits
amis.json          vos amis
paiements.json     vos justificatifs de paiement
statistiques.json  vos compteurs, par jour et par mois
signalements.json  vos signalements et nos réponses
decisions.json     ce que les administrateurs ont décidé ou consulté à votre sujet ; les motifs sont dans ce fichier pour vos livraisons, avec vos contestations et nos réponses, sinon dans profil.json, colis.json, trajets.json et paiements.json
identite/          votre pièce d'identité et la photo de votre visage, tant qu'elles sont conservées
colis/             les fichiers de vos colis et les photos que vous avez prises
paiements/         les fichiers de vos justificatifs
photo-de-profil    votre photo, si vous en avez une

Si l'archive est grande, elle est en plusieurs parties : celle-ci est la première, les suivantes ne contiennent que des fichiers.

CE QUI N'Y EST PAS
- Des autres membres, vous n'avez que le prénom et l'identifiant : le reste leur appartient. Les photos qu'ils ont prises restent visibles sur la page de suivi.
- Les membres qui vous ont peut-être bloqué : c'est leur choix, et nous ne l'indiquons à personne.
- Votre mot de passe : nous ne le connaissons pas.
- Les signalements d'autres membres à votre sujet : qui signale reste confidentiel. Nos décisions sont dans decisions.json.
- Le nom des administrateurs, et ce qui sert à reconnaître les fraudes.
- Ce qui ne sert qu'au fonctionnement du site et s'efface de lui-même : fichiers envoyés mais jamais utilisés, emails préparés, liens et sessions, numéros internes, index de recherche.
- Ce qui a déjà été effacé. La politique de confidentialité ${of(brand.name)} dit combien de temps chaque donnée est conservée.
`;

interface PartDeps {
  readonly newId: () => string;
  readonly files: Readonly<Record<OwnFile['bucket'], { read(key: string): Promise<Uint8Array | undefined> }>>;
  /** Bytes after which one ZIP is finished. */
  readonly partBytes: number;
  readonly archives: { write(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
}

/** The archive with one more stored part. `reached` is undefined after the last one. */
async function storePart(
  archive: ArchiveRecord,
  contents: Contents,
  { newId, files, archives, partBytes }: PartDeps,
): Promise<ArchiveRecord> {
  const { id, requestedAt, reached, parts } = archive;
  const isFirst = parts.length === 0;
  const zipped: Zippable = isFirst ? textsOf(requestedAt, contents) : {};
  const left = contents.files.filter(({ path }) => reached === undefined || path > reached);
  let bytes = 0;
  let last: OwnFile | undefined;
  for (const file of left) {
    if (bytes >= partBytes) break;
    const read = await files[file.bucket].read(file.key);
    if (read) {
      bytes += read.length;
      // Pictures are already compressed.
      zipped[file.path] = [read, { level: 0 }];
    }
    last = file;
  }
  const name = `donnees-${dayOf(Date.parse(requestedAt))}-partie-${parts.length + 1}.zip`;
  const key = `${archivePrefix(id)}${newId()}.zip`;
  const zip = zipSync(zipped);
  await archives.write(key, zip, 'application/zip');
  const { reached: _before, ...rest } = archive;
  const isWhole = last === undefined || last === left.at(-1);
  return {
    ...rest,
    parts: [...parts, { key, name, bytes: zip.length }],
    ...(isWhole ? {} : { reached: last?.path }),
  };
}

const textsOf = (at: string, { texts }: Contents): Zippable => ({
  'LISEZ-MOI.txt': strToU8(readMe(at)),
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, strToU8(`${JSON.stringify(text, undefined, 2)}\n`)]),
  ),
});

export interface ExporterDeps extends PartDeps {
  readonly table: Table;
  readonly now: () => number;
  readonly hasTime: () => boolean;
}

/** Longer than a run, so that two runs never work on one archive; shorter than the pause before the next run. */
const leaseMs = 270_000;

/** Starts without a stored part after which an archive fails. */
const mostTries = 5;

/**
 * Makes the waiting archives, the oldest first. Each stored part is recorded, so that the next run continues where this
 * one ended or crashed. Throws failures after all others are done. Returns the number of archives that became ready.
 */
export async function makeArchives(deps: ExporterDeps): Promise<number> {
  const failed: unknown[] = [];
  let ready = 0;
  for await (const archive of archiveRepository(deps.table).waiting()) {
    if (!deps.hasTime()) break;
    if (archive.leaseUntil > deps.now()) continue;
    try {
      if (await make(archive, deps)) ready += 1;
    } catch (error) {
      failed.push(error);
    }
  }
  logger.info('archives made', { count: ready });
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} archives could not be made`);
  return ready;
}

/** True when the archive is ready and its mail queued. */
async function make(waiting: ArchiveRecord, deps: ExporterDeps): Promise<boolean> {
  const { table, now, newId, hasTime } = deps;
  const archives = archiveRepository(table);
  if (waiting.tries >= mostTries) return giveUp(waiting, deps);
  let archive: ArchiveRecord = { ...waiting, tries: waiting.tries + 1, leaseUntil: now() + leaseMs };
  // Another run won.
  if (!(await attempt(table, [archives.save(archive, waiting)]))) return false;
  const profile = await profileRepository(table).read(archive.memberId);
  if (!profile) {
    await table.transact([archives.remove(archive)]);
    return false;
  }
  const contents = await collect(table, profile);
  for (;;) {
    const stored = await storePart(archive, contents, deps);
    const isWhole = stored.reached === undefined;
    if (isWhole) {
      const ended = { ...stored, state: 'ready', endedAt: new Date(now()).toISOString() } as const;
      const letter = mail(
        table,
        'archiveReady',
        { memberId: profile.id },
        { firstName: profile.firstName },
        { id: newId(), now: now() },
      );
      await table.transact([archives.save(ended, archive), letter]);
      return true;
    }
    const isOver = !hasTime();
    const noted = { ...stored, tries: 0, leaseUntil: isOver ? 0 : now() + leaseMs };
    await table.transact([archives.save(noted, archive)]);
    if (isOver) return false;
    archive = noted;
  }
}

async function giveUp(waiting: ArchiveRecord, { table, now, newId }: ExporterDeps): Promise<false> {
  const profile = await profileRepository(table).read(waiting.memberId);
  const failed = { ...waiting, state: 'failed', endedAt: new Date(now()).toISOString() } as const;
  const letter = profile
    ? [
        mail(
          table,
          'archiveFailed',
          { memberId: profile.id },
          { firstName: profile.firstName },
          { id: newId(), now: now() },
        ),
      ]
    : [];
  logger.error('an archive was given up', { archive: waiting.id });
  await attempt(table, [archiveRepository(table).save(failed, waiting), ...letter]);
  return false;
}

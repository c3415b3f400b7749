import type { Caller } from './site-client.ts';

type Named = (firstName: string) => { readonly userId: string; readonly caller: Caller };

/** A report of a review that waits, and one of a member that was decided without a measure. */
export async function report(named: Named, admin: Caller): Promise<void> {
  const [karim, mehdi, camille, sofiane] = ['Karim', 'Mehdi', 'Camille', 'Sofiane'].map(named);
  if (!karim || !mehdi || !camille || !sofiane) throw new Error('The members of the reports are missing');
  await camille.caller.ok('reportMember', {
    params: { userId: sofiane.userId },
    body: { reason: 'other', text: 'Il ne répond plus depuis deux jours.' },
  });
  const { items } = await admin.ok('adminReports');
  for (const { id, version, about } of items.filter(({ accused }) => accused?.id === sofiane.userId)) {
    if (about.kind !== 'member') continue;
    await admin.ok('decideReport', {
      params: { reportId: id },
      version,
      body: { outcome: 'dismissed', reason: "Nous n'avons rien trouvé de contraire à nos conditions." },
    });
  }
  await karim.caller.ok('reportReview', {
    params: { reviewId: `${karim.userId}.${mehdi.userId}` },
    body: { reason: 'false', text: "Le lieu de remise n'a changé qu'une fois, à sa demande." },
  });
}

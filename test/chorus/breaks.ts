/** One place or teller broken by hand: a text of its file, and the wrong one. Each must be noticed. */
export interface Break {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const situation = 'shared/situation/situation.ts';

export const breaks: readonly Break[] = [
  {
    what: 'the price in force is the announced one',
    file: situation,
    from: '    ...terms,\n    kind:',
    to: '    ...terms,\n    ...(price ? { price } : {}),\n    kind:',
  },
  {
    what: 'a paused parcel counts as listed',
    file: situation,
    from: "if (status === 'pending') return 'paused';",
    to: '',
  },
  {
    what: 'an offer that cannot be taken is offered',
    file: situation,
    from: 'const takes = isOpen && isByOther(view);',
    to: 'const takes = isByOther(view);',
  },
  {
    what: 'a yes is offered after an agreement',
    file: situation,
    from: "(isListed(parcel, now) || (isCarrier && stage === 'chosen'))",
    to: 'true',
  },
  {
    what: 'an offer can be neither declined nor withdrawn',
    file: situation,
    from: '  return [\n    ...ends,\n',
    to: '  return [\n',
  },
  {
    what: 'one proposition too many waits',
    file: 'shared/situation/words.ts',
    from: "received === 1 ? '1 proposition attend votre réponse'",
    to: "received === 1 ? '2 propositions attendent votre réponse'",
  },
  {
    what: 'the own list has the announced price',
    file: 'web/features/parcels/parcel-table.tsx',
    from: '{termsLine(terms, parcel)}',
    to: '{termsLine({ ...terms, price: parcel.price }, parcel)}',
  },
  {
    what: 'the own list counts a section as another',
    file: 'web/features/parcels/own-parcels.tsx',
    from: '({counts[section]})',
    to: '({counts.todo + 1})',
  },
  {
    what: 'the hub forgets the trip',
    file: 'web/features/deliveries/lists/delivery-card.tsx',
    from: 'termsLine(terms, delivery)',
    to: 'termsLine({ ...terms, trip: undefined }, delivery)',
  },
  {
    what: 'the hub has another stage',
    file: 'web/features/deliveries/lists/delivery-card.tsx',
    from: '<StageBadge stage={stage} />',
    to: '<StageBadge stage="agreed" />',
  },
  {
    what: 'the conversation has the announced price',
    file: 'web/features/messaging/parcel/parcel-pane.tsx',
    from: '{termsLine(terms, parcel)}',
    to: '{termsLine({ ...terms, price: parcel.price }, parcel)}',
  },
  {
    what: 'a bubble does not say that its offer was declined',
    file: 'web/features/messaging/thread/message-log.tsx',
    from: '{offer?.ended && <p',
    to: "{offer?.ended && offer.ended !== 'declined' && <p",
  },
  {
    what: 'the page of a delivery has the announced weight',
    file: 'web/features/deliveries/delivery-view.tsx',
    from: "['Poids', weightText(terms.grams)]",
    to: "['Poids', weightText(parcel.weightGrams)]",
  },
  {
    what: 'the agreement has no price',
    file: 'web/features/deliveries/agreement/agreement-card.tsx',
    from: 'priceOf({ price, kind })',
    to: 'priceOf({ kind })',
  },
  {
    what: 'the dialog has the announced terms',
    file: 'web/features/search/parcel-dialog.tsx',
    from: 'const terms = situation?.terms ?? {',
    to: 'const terms = situation === null ? situation : {',
  },
  {
    what: 'a card of the search has no price',
    file: 'web/features/search/parcel-card.tsx',
    from: 'price ? moneyText(price) : priceToAgree',
    to: 'priceToAgree',
  },
  {
    what: '« Demandes » has the old price',
    file: 'web/features/deliveries/lists/request-row.tsx',
    from: '{first.now}</strong>',
    to: '{first.before ?? first.now}</strong>',
  },
  {
    what: '« Demandes » has another end',
    file: 'web/features/deliveries/lists/request-row.tsx',
    from: 'deadlineText(situation.until)',
    to: 'deadlineText(situation.at)',
  },
  {
    what: 'the home page forgets the first proposition',
    file: 'web/features/home/resume.tsx',
    from: 'if (requests > 0) {',
    to: 'if (requests > 1) {',
  },
  {
    what: 'the panel has another stage',
    file: 'web/features/admin/listings/parcels-tab.tsx',
    from: 'stageLabels[parcel.stage]',
    to: 'stageLabels.listed',
  },
  {
    what: 'the mail calls a paused parcel online',
    file: 'functions/admin/listings.ts',
    from: ', ...paused(after) }',
    to: ' }',
  },
];

/** This process tries a break. */
export const isBreaking = process.env['CHORUS_BREAK'] !== undefined;

/** The source of a file with the break that this process tries; undefined for every other file. */
export function brokenSource(source: string, id: string): string | undefined {
  const broken = breaks[Number(process.env['CHORUS_BREAK'] ?? Number.NaN)];
  return broken && id.endsWith(broken.file) ? source.replace(broken.from, broken.to) : undefined;
}

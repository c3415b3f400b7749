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
    from: "all: '1 proposition',",
    to: "all: '2 propositions',",
  },
  {
    what: 'the own list has the announced price',
    file: 'web/features/parcels/own-parcels.tsx',
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
    file: 'web/features/deliveries/lists/work-list.tsx',
    from: 'termsLine(terms, delivery)',
    to: 'termsLine({ ...terms, trip: undefined }, delivery)',
  },
  {
    what: 'the hub has another stage',
    file: 'web/features/deliveries/lists/work-list.tsx',
    from: '<StageBadge of={situation} />',
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
    from: 'priceOf({ price })',
    to: 'priceOf({})',
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
    file: 'web/features/deliveries/lists/request-list.tsx',
    from: '{first.now}</strong>',
    to: '{first.before ?? first.now}</strong>',
  },
  {
    what: '« Demandes » has another end',
    file: 'web/features/deliveries/lists/request-list.tsx',
    from: 'deadlineText(situation.until)',
    to: 'deadlineText(situation.at)',
  },
  {
    what: 'the home page forgets the first proposition',
    file: 'web/features/home/resume.tsx',
    from: '[requests, paths.tripRequests',
    to: '[requests - 1, paths.tripRequests',
  },
  {
    what: 'the panel has another stage',
    file: 'web/features/admin/listings/parcels-tab.tsx',
    from: 'badgeOf(parcel)',
    to: "badgeOf({ stage: 'listed' })",
  },
  {
    what: 'the mail calls a paused parcel online',
    file: 'functions/admin/listings.ts',
    from: ', ...paused(after) }',
    to: ' }',
  },
  {
    what: 'an expired offer counts until the job removes it',
    file: 'shared/situation/open-offers.ts',
    from: 'ends.filter((end) => end > now)',
    to: 'ends',
  },
  {
    what: 'the number of a member has what they can only refuse',
    file: 'shared/deliveries/negotiable.ts',
    from: "(isParty(memberId, parcel) || parcel.status === 'active')",
    to: 'true',
  },
  {
    what: 'half an agreement offers its second yes after its end',
    file: 'shared/situation/situation.ts',
    from: 'other.hasWritten && !isOver',
    to: 'other.hasWritten',
  },
  {
    what: 'the number of a member has expired offers',
    file: 'functions/deliveries/offers/repository.ts',
    from: 'if (Date.parse(until) <= now) passed(row);\n    else return',
    to: 'return',
  },
  {
    what: 'the archive has no terms of an agreement',
    file: 'functions/exports/collect-parcels.ts',
    from: 'const { carrier: _card, carrierId, file: _stored, problem, contentsRefused, ...shown } = own;',
    to: 'const { carrier: _card, carrierId, file: _stored, problem, contentsRefused, terms: _5, ...shown } = own;',
  },
  {
    what: 'the printed sheet has another stage',
    file: 'web/features/deliveries/delivery-history.tsx',
    from: '<h2 id="progress">Suivi</h2>\n        <StageBadge of={situation} />',
    to: '<h2 id="progress">Suivi</h2>\n        <StageBadge of={{ stage: \'agreed\' }} />',
  },
  {
    what: 'the profile counts a parcel too many',
    file: 'web/features/profiles/member-card.tsx',
    from: "['Colis expédiés', parcelCount]",
    to: "['Colis expédiés', parcelCount + 1]",
  },
  {
    what: 'the shared page shows a parcel that is listed no more',
    file: 'functions/share/handlers.ts',
    from: 'if (!isParcelListed(parcel, now()))',
    to: "if (parcel.status === 'cancelled')",
  },
  {
    what: 'a push leads to no notice',
    file: 'web/worker/push.ts',
    from: '{ open: id }',
    to: "{ open: '' }",
  },
  {
    what: 'a push tells a stage',
    file: 'shared/notices/push-words.ts',
    from: "'Du nouveau sur une livraison'",
    to: "'Livré'",
  },
  {
    what: 'the line of a notice has another price',
    file: 'functions/notices/handlers.ts',
    from: '{ detail: withNoBreaks(line) }',
    to: "{ detail: withNoBreaks(line.replace(/\\d+/, '7')) }",
  },
  {
    what: 'the hub counts another section',
    file: 'web/routes/my-overview-page.tsx',
    from: "labelled('Colis', todo, 'à faire')",
    to: "labelled('Colis', todo + going, 'à faire')",
  },
  {
    what: 'the menu counts a proposition too many',
    file: 'web/app/shell/menu.tsx',
    from: 'me?.unread.requests ?? 0',
    to: '(me?.unread.requests ?? 0) + 1',
  },
  {
    what: 'the tab bar forgets the carried parcels that wait',
    file: 'web/app/shell/menu.tsx',
    from: ' + (me?.unread.carriedToAnswer ?? 0)',
    to: '',
  },
  {
    what: 'the tab of carried parcels counts one too many',
    file: 'web/routes/my-parcels-page.tsx',
    from: '(${count} à traiter)',
    to: '(${count + 1} à traiter)',
  },
  {
    what: 'the home page has one parcel too many to revise',
    file: 'web/features/home/resume.tsx',
    from: '[toRevise, paths.myParcels',
    to: '[toRevise + 1, paths.myParcels',
  },
  {
    what: 'the home page forgets a refused trip',
    file: 'web/features/home/resume.tsx',
    from: '[tripsToCorrect, paths.myTrips',
    to: '[0, paths.myTrips',
  },
  {
    what: 'the tab bar counts notices as messages',
    file: 'web/app/shell/layout.tsx',
    from: 'unread: me?.unread.messages ?? 0 }',
    to: 'unread: me?.unreadNotices ?? 0 }',
  },
  {
    what: 'a question names another price than the one that is agreed',
    file: 'shared/situation/questions.ts',
    from: 'au prix annoncé de ${moneyText(price)}',
    to: 'au prix annoncé de ${moneyText({ ...price, amount: price.amount + 100 })}',
  },
  {
    what: 'the carrier reads no end of an agreement whose day is over',
    file: 'web/features/deliveries/lists/work-list.tsx',
    from: '<SituationSentence parcelId={id} situation={situation}',
    to: '<SituationSentence parcelId={id} situation={{ ...situation, endsAt: undefined }}',
  },
  {
    what: 'a late parcel is late in its mail alone',
    file: 'shared/deliveries/agreement.ts',
    from: "return due.what === 'late' ? { isLate: true } : {};",
    to: 'return {};',
  },
  {
    what: 'an agreement without a pickup stays after its end',
    file: 'functions/deliveries/agreement/expiry.ts',
    from: 'const step = endBySilence(parcel, now);',
    to: "if (due.what === 'overdue') return [notDue(table, item)];\n  const step = endBySilence(parcel, now);",
  },
  {
    what: 'a step of a delivery tells nobody',
    file: 'functions/deliveries/step-writes.ts',
    from: '    ...mails.flat(),\n',
    to: '',
  },
  {
    what: 'the bubble of an offer keeps the former day of its trip',
    file: 'functions/stream/projector/offer-messages.ts',
    from: 'const content = offerMessage(offer, about);',
    to: 'const content = message.content;',
  },
];

/** This process tries a break. */
export const isBreaking = process.env['CHORUS_BREAK'] !== undefined;

/** The source of a file with the break that this process tries; undefined for every other file. */
export function brokenSource(source: string, id: string): string | undefined {
  const broken = breaks[Number(process.env['CHORUS_BREAK'] ?? Number.NaN)];
  return broken && id.endsWith(broken.file) ? source.replace(broken.from, broken.to) : undefined;
}

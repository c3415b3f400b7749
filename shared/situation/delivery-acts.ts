import { canReportProblem } from '../deliveries/problem-rules.ts';
import { canDeclare, hasIt, isOnItsWay, isReturnable, isReturning, takesCode } from '../deliveries/rules.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { isClosed } from '../parcels/rules.ts';
import type { ActName, Stage } from './contract.ts';
import { isHalf } from './stages.ts';

interface Seen {
  readonly parcel: Pick<
    ParcelRecord,
    'status' | 'carrierId' | 'codeAsked' | 'codeSpent' | 'declaredAt' | 'deliveredAt' | 'returnConfirmedAt' | 'problem'
  >;
  readonly viewerId: string;
  readonly isOwner: boolean;
  readonly isCarrier: boolean;
  /** The other one is the other participant. */
  readonly isTheirs: boolean;
  readonly other: { readonly hasNoAccount?: boolean } | undefined;
  readonly stage: Stage;
  readonly now: number;
}

const steps: Partial<Record<Stage, ActName>> = {
  agreed: 'validatePickup',
  collected: 'startDelivery',
  delivering: 'validateDelivery',
  // The code may turn up after all.
  deliveryDeclared: 'validateDelivery',
};

/** The steps of an agreed delivery, and its end. A conversation with a third member offers none of them. */
export function deliveryActsOf(view: Seen): ActName[] {
  const { parcel, stage, isOwner, isCarrier, isTheirs, other } = view;
  const isInvolved = (isOwner || isCarrier) && (!other || isTheirs);
  const isSpent = parcel.codeAsked && parcel.codeSpent;
  const step = steps[stage];
  return [
    ...(isCarrier && step && !(isSpent && step === 'validateDelivery') ? [step] : []),
    ...(isInvolved && (isHalf(stage) || stage === 'agreed') ? (['releaseCarrier'] as const) : []),
    ...(isCarrier ? carrierActs(view) : []),
    ...(isInvolved ? endsOf(view) : []),
    ...(isTheirs && stage === 'delivered' ? (['rate'] as const) : []),
  ];
}

const carrierActs = ({ parcel }: Pick<Seen, 'parcel'>): ActName[] => [
  ...(hasIt(parcel) ? (['recordPosition'] as const) : []),
  ...(canDeclare(parcel) ? (['declare'] as const) : []),
];

const endsOf = ({ parcel, viewerId, isOwner, other, now }: Seen): ActName[] => [
  ...(isReturnable(parcel, viewerId) ? (['returnParcel'] as const) : []),
  ...(isOwner && takesCode(parcel, other?.hasNoAccount) ? (['setCode'] as const) : []),
  ...(isOwner && isOnItsWay(parcel) ? (['confirmReceipt'] as const) : []),
  ...(isOwner && isReturning(parcel) ? (['confirmReturn'] as const) : []),
  // A member who is blocked or erased after the end cannot answer.
  ...(canReportProblem(parcel, now) && !(isClosed(parcel) && other?.hasNoAccount) ? (['reportProblem'] as const) : []),
  ...(parcel.problem?.by === viewerId ? (['settleProblem'] as const) : []),
];

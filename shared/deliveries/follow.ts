import * as z from 'zod/mini';
import { routes } from '../route.ts';

/** The stages in which a parcel can be followed by its link (rule 162). */
const FollowedStage = z.enum([
  'agreed',
  'collected',
  'delivering',
  'deliveryDeclared',
  'delivered',
  'returning',
  'returned',
  'lost',
  'seized',
  'undecided',
  'cancelled',
]);

/** The steps to the recipient, in their order. */
const FollowedStep = z.enum(['agreed', 'pickedUp', 'inTransit', 'inDelivery', 'delivered']);
export type FollowedStep = z.infer<typeof FollowedStep>;

/** The open problem (rule 169). `other`: the recipient does not read that it is about the contents. */
export const FollowedProblem = z.enum([
  'not_arrived',
  'not_returned',
  'missing',
  'damaged',
  'lost',
  'customs',
  'other',
]);
export type FollowedProblem = z.infer<typeof FollowedProblem>;

/** The view of a person with the link: no title, content, picture, price, last name or phone. */
export const Followed = z.object({
  stage: FollowedStage,
  from: z.string(),
  to: z.string(),
  problem: z.optional(FollowedProblem),
  /** The day on which it is expected, while it is awaited and not reported as missing. */
  day: z.optional(z.string()),
  /** First names. */
  sender: z.string(),
  carrier: z.string(),
  /** Those that were reached. An end by the owner or an administrator leaves some without their moment. */
  steps: z.array(z.object({ key: FollowedStep, at: z.optional(z.string()) })),
  /** The last city that the carrier gave, while they have the parcel. */
  seen: z.optional(z.object({ city: z.string(), at: z.string() })),
  /** A code is asked for at the delivery, the parcel is awaited, and a code still works. */
  hasCode: z.optional(z.literal(true)),
});
export type Followed = z.infer<typeof Followed>;

export const followRoutes = routes({
  /** A POST keeps the secret out of the edge's log. The handler limits it: wrong links by address, readings by link. */
  followByLink: {
    method: 'POST',
    path: '/follow',
    access: 'anyone',
    body: z.strictObject({ link: z.string('Lien invalide') }),
    reply: Followed,
  },
});

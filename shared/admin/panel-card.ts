import * as z from 'zod/mini';
import { Card } from '../values/fields.ts';

/** A member in the panel, without the counters that others see. */
export const PanelCard = z.pick(Card, { id: true, firstName: true, lastName: true, avatarUrl: true, verified: true });

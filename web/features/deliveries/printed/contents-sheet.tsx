import { useEffect } from 'react';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Category } from '#shared/parcels/contents.ts';
import { categoryLabels } from '#shared/parcels/contents-words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { dayOf, shortDay } from '#shared/values/time.ts';
import { deliveryEvents } from '#web/features/deliveries/delivery-steps.ts';
import { ContentsList } from '#web/features/parcels/contents-list.tsx';
import { Moment } from '#web/ui/moment.tsx';
import '#web/features/deliveries/deliveries.css';

/** The labels of `categoryLabels` for a customs officer. A native reader checks them before a launch (rule 195). */
export const arabicLabels: Readonly<Record<Category, string>> = {
  clothes: 'ملابس وأحذية وأقمشة',
  pastries: 'حلويات',
  dates: 'تمور وفواكه جافة',
  grocery: 'مواد غذائية مغلّفة وزيت زيتون',
  cosmetics: 'عطور ومواد تجميل',
  medicine: 'أدوية ومكمّلات غذائية',
  phone: 'هاتف أو جهاز لوحي',
  papers: 'أوراق وكتب',
  toys: 'ألعاب ولوازم أطفال',
  gifts: 'هدايا ومصنوعات تقليدية',
  electronics: 'جهاز إلكتروني آخر',
  appliance: 'جهاز كهرومنزلي',
  household: 'أوانٍ وأدوات منزلية',
  parts: 'قطع غيار وأدوات',
  baby: 'حليب وأغذية الرضّع',
  honey: 'عسل',
  staples: 'سميد وعجائن ودقيق وسكر وزيت',
  fresh: 'لحوم وأجبان ومواد طازجة ونباتات',
  sensitive: 'طائرة مسيّرة أو منظار أو جهاز تحديد المواقع أو لاسلكي',
  other: 'أشياء أخرى',
};

interface ContentsSheetProps {
  parcel: Parcel;
  events: readonly TrackingEvent[];
  /** Called once it is there to be printed. */
  onDrawn: () => void;
}

/** The declared contents: a list on the screen, and on paper a table in French and Arabic for the customs. */
export function ContentsSheet({ parcel, events, onDrawn }: ContentsSheetProps) {
  useEffect(onDrawn, [onDrawn]);
  return (
    <ContentsList contents={parcel.contents} ends={parcel}>
      <div className="contents-sheet">
        <Table contents={parcel.contents} />
        <Signatures parcel={parcel} events={events} />
        <p>
          Liste de l'expéditeur : elle ne remplace pas une déclaration en douane. ·{' '}
          <Arabic>لا تغني هذه القائمة عن التصريح الجمركي</Arabic>
        </p>
      </div>
    </ContentsList>
  );
}

const Arabic = ({ children }: { children: string }) => (
  <span lang="ar" dir="rtl" translate="no">
    {children}
  </span>
);

const Table = ({ contents }: Pick<Parcel, 'contents'>) => (
  <table className="plain-table">
    <caption>
      Contenu déclaré · <Arabic>المحتوى المصرّح به</Arabic>
    </caption>
    <thead>
      <tr>
        <th scope="col">Nombre</th>
        <th scope="col">Contenu</th>
        <th scope="col">Précisions</th>
        <th scope="col" lang="ar" dir="rtl" translate="no">
          المحتوى
        </th>
      </tr>
    </thead>
    <tbody>
      {contents.map(({ category, count, what }) => (
        <tr key={category}>
          <td className="numeric">{count}</td>
          <th scope="row">{categoryLabels[category]}</th>
          <td dir="auto">{what}</td>
          <td lang="ar" dir="rtl" translate="no">
            {arabicLabels[category]}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Signatures({ parcel, events }: Pick<ContentsSheetProps, 'parcel' | 'events'>) {
  const declared = events.findLast(({ type }) => type === 'published' || type === 'edited');
  const seen = deliveryEvents(events).findLast(({ type }) => type === 'validatePickup');
  return (
    <>
      <p>
        Déclaré par <bdi>{nameOf(parcel.owner)}</bdi> le {shortDay(dayOf(Date.parse(declared?.at ?? parcel.createdAt)))}{' '}
        · <Arabic>صرّح به المُرسِل</Arabic>
      </p>
      {seen && parcel.carrier && (
        <p>
          Vu par <bdi>{nameOf(parcel.carrier)}</bdi> le <Moment at={seen.at} /> · <Arabic>عاينه الناقل</Arabic>
        </p>
      )}
    </>
  );
}

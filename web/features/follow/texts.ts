import type { Followed, FollowedProblem, FollowedStep } from '#shared/deliveries/follow.ts';
import { stepLabels } from '#shared/situation/stages.ts';
import { of, ofMember, to } from '#shared/values/french.ts';
import { longDay } from '#shared/values/time.ts';
import { momentText } from '#web/lib/moments.ts';

export type Language = 'fr' | 'ar';
/** The second one of an agreement that has ended without its parcel. */
export type DeadLink = 'INVALID_LINK' | 'EXPIRED_LINK';

/** `{…}` is a name or a place of the parcel, or a day; the page isolates each of them. */
interface Texts {
  readonly dir: 'ltr' | 'rtl';
  readonly name: string;
  readonly page: string;
  readonly heading: string;
  readonly people: string;
  readonly route: string;
  readonly steps: string;
  readonly step: Readonly<Record<FollowedStep, string>>;
  readonly state: Readonly<Record<'done' | 'current' | 'later', string>>;
  readonly stage: Readonly<Record<Followed['stage'], string>>;
  readonly problem: Readonly<Record<FollowedProblem, string>>;
  readonly missing: string;
  readonly seen: string;
  readonly expected: string;
  readonly code: string;
  readonly caution: string;
  readonly question: string;
  readonly visible: string;
  readonly privacy: string;
  readonly loading: string;
  readonly offline: string;
  readonly failed: string;
  readonly again: string;
  /** Title and text of a link that leads no further. */
  readonly dead: Readonly<Record<DeadLink, readonly [title: string, text: string]>>;
  /** « d'Alger », « à Oran », « d'Amel »: French changes the words before a name. */
  readonly of: (city: string) => string;
  readonly at: (city: string) => string;
  readonly ofMember: (name: string) => string;
  readonly day: (day: string) => string;
  readonly moment: (iso: string) => string;
}

const arabic = (moment: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ar-DZ-u-nu-latn', { day: 'numeric', month: 'long', year: 'numeric', ...options }).format(
    moment,
  );
const plain = (city: string) => city;

/** A text that one language lacks does not compile. */
export const texts: Readonly<Record<Language, Texts>> = {
  fr: {
    dir: 'ltr',
    name: 'Français',
    page: 'Suivi de colis',
    heading: 'Un colis pour vous',
    people: 'De la part {ofSender}, apporté par {carrier}',
    route: 'Trajet {ofFrom} {atTo}',
    steps: 'Étapes',
    step: stepLabels,
    state: { done: 'fait', current: 'étape actuelle', later: 'à venir' },
    stage: {
      agreed: "Le colis n'est pas encore récupéré.",
      collected: 'Le colis est en route vers {to}.',
      delivering: 'Le colis est en cours de livraison.',
      deliveryDeclared: '{carrier} dit avoir livré le colis.',
      delivered: 'Le colis est livré.',
      returning: 'Le colis retourne chez {sender}.',
      returned: 'Le colis est revenu chez {sender}.',
      lost: 'Le colis est perdu.',
      seized: 'La douane a gardé le colis.',
      undecided: 'La suite de la livraison sera décidée.',
      cancelled: 'Ce colis est annulé.',
    },
    problem: {
      not_arrived: "{sender} signale que le colis n'est pas arrivé.",
      not_returned: "{sender} signale que le colis n'est pas revenu.",
      missing: "{sender} n'a plus de nouvelles du colis.",
      damaged: '{sender} signale que le colis est abîmé ou incomplet.',
      lost: '{carrier} signale que le colis est perdu ou volé.',
      customs: 'La douane retient le colis.',
      other: '{carrier} signale un problème.',
    },
    missing: "Vous ne l'avez pas ? Prévenez {sender} tout de suite.",
    seen: 'Vu {atCity}, {moment}',
    expected: 'Prévu au plus tard le {day}',
    code: 'Vous avez un code ? Donnez-le seulement quand vous avez le colis en main, jamais au téléphone.',
    caution: "Nous ne demandons jamais d'argent ni de code.",
    question: 'Une question ? Demandez à {sender}.',
    visible: "Qui a ce lien voit les étapes, les villes et les prénoms. Il s'arrête 30 jours après la fin.",
    privacy: 'Confidentialité',
    loading: 'Chargement…',
    offline: 'Vous êtes hors connexion.',
    failed: 'Impossible de charger le suivi',
    again: 'Réessayer',
    dead: {
      INVALID_LINK: [
        'Lien incomplet ou expiré',
        "Ouvrez le lien en entier, tel que vous l'avez reçu. Sinon, demandez-en un autre à la personne qui vous envoie le colis.",
      ],
      EXPIRED_LINK: [
        "L'accord a pris fin",
        'Le colis ne vient pas par ce voyage. Demandez la suite à la personne qui vous envoie le colis.',
      ],
    },
    of,
    at: to,
    ofMember,
    day: longDay,
    moment: momentText,
  },
  ar: {
    dir: 'rtl',
    name: 'العربية',
    page: 'متابعة الطرد',
    heading: 'طرد مُرسَل إليك',
    people: 'من {ofSender}، مع {carrier}',
    route: 'من {ofFrom} إلى {atTo}',
    steps: 'المراحل',
    step: {
      agreed: 'تم الاتفاق',
      pickedUp: 'تم الاستلام من المرسل',
      inTransit: 'في الطريق',
      inDelivery: 'قيد التسليم',
      delivered: 'تم التسليم',
    },
    state: { done: 'تم', current: 'جارٍ', later: 'لاحقًا' },
    stage: {
      agreed: 'لم يُستلم الطرد بعد من المرسل.',
      collected: 'الطرد في الطريق إلى {to}.',
      delivering: 'الطرد في طريقه إليك.',
      deliveryDeclared: 'أُبلغنا بأن الطرد قد سُلِّم.',
      delivered: 'سُلِّم الطرد.',
      returning: 'الطرد عائد إلى {sender}.',
      returned: 'عاد الطرد إلى {sender}.',
      lost: 'فُقد الطرد.',
      seized: 'صادرت الجمارك الطرد.',
      undecided: 'سيُتخذ قرار بشأن هذا الطرد.',
      cancelled: 'أُلغي هذا الطرد.',
    },
    problem: {
      not_arrived: 'أُبلغنا بأن الطرد لم يصل.',
      not_returned: 'أُبلغنا بأن الطرد لم يعد إلى {sender}.',
      missing: 'لا توجد أخبار عن الطرد.',
      damaged: 'أُبلغنا بأن الطرد تالف أو ناقص.',
      lost: 'أُبلغنا بأن الطرد فُقد أو سُرق.',
      customs: 'الطرد محتجز لدى الجمارك.',
      other: 'أُبلغنا بوجود مشكلة.',
    },
    missing: 'لم يصلك؟ يُرجى إبلاغ {sender} فورًا.',
    seen: 'آخر مكان: {atCity}، {moment}',
    expected: 'الوصول المتوقع: قبل نهاية {day}',
    code: 'لديك رمز؟ يُرجى عدم إعطائه إلا بعد استلام الطرد باليد، وليس عبر الهاتف أبدًا.',
    caution: 'نحن لا نطلب أبدًا مالًا ولا رمزًا.',
    question: 'لأي سؤال، يُرجى الاتصال بـ {sender}.',
    visible: 'كل من لديه هذا الرابط يرى المراحل والمدن والأسماء الأولى. ويتوقف بعد 30 يومًا من انتهاء التسليم.',
    privacy: 'الخصوصية (بالفرنسية)',
    loading: 'جارٍ التحميل…',
    offline: 'لا يوجد اتصال بالإنترنت.',
    failed: 'تعذّر تحميل المتابعة',
    again: 'إعادة المحاولة',
    dead: {
      INVALID_LINK: ['رابط ناقص أو منتهي الصلاحية', 'يُرجى فتح الرابط كاملًا، أو طلب رابط جديد من المرسل.'],
      EXPIRED_LINK: ['انتهى الاتفاق', 'لن يصل الطرد بهذه الرحلة. يُرجى سؤال المرسل عمّا سيحدث.'],
    },
    of: plain,
    at: plain,
    ofMember: plain,
    day: (day) => arabic(new Date(`${day}T00:00:00Z`), { weekday: 'long', timeZone: 'UTC' }),
    moment: (iso) => arabic(new Date(iso), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  },
};

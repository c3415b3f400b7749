import { plainDashes, plainDigits, tidy } from '../values/typed/characters.ts';

/**
 * Kinds of what a text gives away (rules 184, 185). `account` contains demands for payment in advance, and `coupon`
 * cash transfers, which cannot be taken back.
 */
export type Leak = 'contact' | 'account' | 'coupon';

/** The leaks of a text. For the server alone: a browser that had the rule would tell how to avoid it. */
export function leaksIn(text: string): Set<Leak> {
  const typed = plain(text);
  const texts = [...new Set([typed, withDigits(typed)])];
  return new Set(leaks.filter((leak) => texts.some((one) => finders[leak].some((finds) => finds(one)))));
}

const leaks = ['contact', 'account', 'coupon'] as const;

/** Small letters without accents, digits of every script, one kind of dash and of apostrophe. */
const plain = (text: string): string =>
  plainDashes(plainDigits(tidy(text)))
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\u20e3\u0640]/gu, '')
    .replaceAll(/[’‘`´ʼ]/g, "'")
    .replaceAll(/[\u043e\u03bf]/g, 'o')
    .toLowerCase()
    // « i.n.s.t.a »
    .replaceAll(/(?<![a-z\d])(?:[a-z][ .*_-]){2,}[a-z](?![a-z])/g, (word) => word.replaceAll(/[^a-z]/g, ''));

const anyOf = (...patterns: readonly string[]) => `(?:${patterns.join('|')})`;
/** Letters of Latin script only, so that Arabic words may have an article. */
const apart = (pattern: string) => `(?<![a-z])${pattern}(?![a-z])`;
function finds(...patterns: readonly (RegExp | string)[]): (text: string) => boolean {
  const built = patterns.map((pattern) => new RegExp(pattern));
  return (text) => built.some((pattern) => pattern.test(text));
}
/** One of both in this distance before or after the other. */
const near = (one: string, other: string, distance: number) =>
  [
    [one, other],
    [other, one],
  ].map(([first = '', second = '']) => new RegExp(`${apart(first)}[^\\n]{0,${distance}}?${apart(second)}`, 'u'));

/* Spelled numbers */

const firstWords = 'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize';
const tens = { vingt: 20, vingts: 20, trente: 30, quarante: 40, cinquante: 50, soixante: 60 };
/** Numbers from zero on, in Arabic as it is typed with Latin letters. */
const darija = [
  'sifr zirou',
  'wahed wa7ed',
  'jouj zouj zoudj',
  'tlata tleta',
  'reb3a rab3a arb3a',
  'khamsa 5amsa',
  'setta sitta stta',
  'seb3a sab3a sebaa',
  'tmanya tmenya tmania tmnya',
  'tes3a tes3oud ts3oud',
  '3achra 3echra',
  'hdach',
  'tnach tnax',
];
const spelled: ReadonlyMap<string, number> = new Map([
  ...firstWords.split(' ').map((word, value) => [word, value] as const),
  ...['cero', 'zerro', 'zro', 'sero'].map((word) => [word, 0] as const),
  ...darija.flatMap((words, value) => words.split(' ').map((word) => [word, value] as const)).filter(([word]) => word),
  ...Object.entries({ une: 1, ...tens, septante: 70, octante: 80, nonante: 90, cent: 100 }),
]);
const spelledWord = apart(anyOf(...spelled.keys()));
const spelledRun = new RegExp(`${spelledWord}(?:[\\s,.-]{0,3}(?:et[\\s-]+)?${spelledWord})*`, 'g');
/** Words that people put between the parts of a number. */
const joints =
  /(?<=\d)[\s,.]{0,3}(?:(?:et|puis|ensuite|apres|alors|enfin|tiret|slash|espace|point|virgule|le|la|un|ou|w|wa|encore)\s{1,3}){1,3}(?=\d)/g;

/** « zéro six, soixante-douze » as « 0 6 72 », also where some of it is in digits. */
const withDigits = (text: string): string =>
  text
    .replaceAll(spelledRun, (run) => numbersIn(run.split(/[\s,.-]+/).filter((word) => word !== 'et')).join(' '))
    .replaceAll(joints, ' ')
    .replaceAll(likeDigits, (mark) => (mark === 'o' ? '0' : '1'));

/** « quatre vingt douze » is 92, « six douze » is 6 and 12. */
function numbersIn(words: readonly string[]): number[] {
  const found: number[] = [];
  let isOpen = false;
  for (const word of words) {
    const value = spelled.get(word) ?? 0;
    const last = found.at(-1) ?? -1;
    const isMultiple = (value === 20 && last === 4) || (value === 100 && last > 1 && last < 10);
    const most = last % 100 === 0 ? 100 : last === 60 || last === 80 ? 20 : 10;
    const isAdded: boolean = value > 0 && value < most && ((isOpen && last % 10 === 0) || (last === 10 && value > 6));
    if (isMultiple || isAdded) found[found.length - 1] = isMultiple ? last * value : last + value;
    else found.push(value);
    // Ten takes a unit once more: « soixante dix sept ».
    isOpen = isMultiple || value >= 20 || (isAdded && value === 10);
  }
  return found;
}

/* Telephone numbers */

/** Digits that belong together: at most four marks between two groups, and none of those of hours and prices. */
const digitRun = /(?:\+|(?<![\d+]))\d(?:[^\p{L}\d:€%+]{0,4}\d){7,24}/gu;
/** Letters that stand for digits, beside digits or other such letters. */
const likeDigits = /(?<![a-z])[oil](?=[\s.,-]{0,2}\d|[oil]?\d|\.[oil]\d)|(?<=\d)[oil](?![a-z'])/g;
const dates = [
  /(?<![\d/.-]|\+)(\d{1,2})[/.-](\d{1,2})([/.-])(?:20)?[23]\d(?!\3?\d)/g,
  /(?<![\d/.-]|\+)(\d{1,2}) (\d{1,2}) 20[23]\d(?!\d)/g,
  /(?<![\d/]|\+)(\d{1,2})\/(\d{1,2})(?![\d/])/g,
];
const isDate = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
const withoutDates = (text: string): string =>
  dates.reduce(
    (left, date) => left.replaceAll(date, (all, day, month) => (isDate(Number(day), Number(month)) ? ' ; ' : all)),
    text,
  );

const calls =
  'appel\\w*|wh?ats\\w*|wtsp?|viber|imo|sms|texto|joi[gn]\\w*|compose\\w*|contact\\w*|ka?ll?e?m\\w*|kte?bl\\w*|3ay+e?t\\w*';
/** What introduces a number: the last such word before it decides. */
const introductions = new RegExp(
  `(?<other>${apart('(?:vols?|commande|suivi|tracking|colis|billets?|dossier|reservation|resa|facture|serie|imei|barres?|isbn|ean|ref\\w*|codes?|client|tailles?|pointures?|ans|passeport|immat\\w*|siret|bordereau|recu|tickets?|places?|siege|lot|modele|article|barcode|booking|order|etiquettes?|bagages?|sn)')})|(?<telephone>${apart(`(?:num\\w*|no|tel\\w*|nou?m\\w{0,3}rou|portable|phone|fixe|tunisie|algerie|maroc|bled|r[a9]?[9qk]mi|${calls})`)}|رقم|نمر|واتس|هاتف|اتصل|كلم)`,
  'g',
);
const called = new RegExp(`${apart(anyOf(calls))}|واتس|اتصل|كلم`);

/** France, Algeria, Tunisia and Morocco at home; with a country code; and others behind 00. */
const numberForms =
  /^(?:0[1-9]\d{8}|0[2-4]\d{7}|(?:00)?330?[1-9]\d{8}|(?:00)?2130?[2-7]\d{7,8}|(?:00)?2120?[5-8]\d{8}|(?:00)?216[2-9]\d{7}|00(?:1|2[07]|3[0-469]|4\d|218|22\d|35[12]|90|9[67]\d)\d{8,11})$/;

function hasTelephone(text: string): boolean {
  const read = withoutDates(text);
  return isInParts(read) || [...read.matchAll(digitRun)].some(({ 0: run, index }) => isTelephone(read, run, index));
}

function isTelephone(text: string, run: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  // Another number in between ends what the word introduces.
  const introduction = [...before.slice(before.search(/\D*$/)).matchAll(introductions)].at(-1)?.groups;
  const end = at + run.length;
  const isIntroduced = introduction?.['telephone'] !== undefined || called.test(text.slice(end, end + 40));
  if (!isIntroduced && (introduction?.['other'] !== undefined || /[a-z]$/.test(before))) return false;
  const groups = run.match(/\d+/g) ?? [];
  if (run.startsWith('+')) return groups.join('').length >= 9;
  return windowsOf(groups).some((digits) => numberForms.test(digits) || (isIntroduced && digits.length <= 13));
}

/** Every row of neighbouring groups that has 8 to 15 digits. */
function windowsOf(groups: readonly string[]): string[] {
  const found: string[] = [];
  for (let from = 0; from < groups.length; from++) {
    let digits = '';
    for (let to = from; to < groups.length && digits.length < 15; to++) {
      digits += groups[to];
      if (digits.length >= 8 && digits.length <= 15) found.push(digits);
    }
  }
  return found;
}

const inParts = new RegExp(
  apart(
    '(?:debut|milieu|fin\\w{0,2}|moitie|parties?|suite|devine\\w?|commenc\\w{1,3} par|termine\\w*|enleve\\w*|complete\\w*|continu\\w*|premiers?|mon num\\w*)',
  ),
);
/** « Commence par 06, puis 12 34, finit par 56 78 »: the digits of the whole text are one number. */
const isInParts = (text: string): boolean =>
  inParts.test(text) && /^(?:0[567]\d{8}|(?:33|21[23])[5-7]\d{8}|216\d{8})$/.test(text.replaceAll(/\D/g, ''));

/* Addresses and names at other services */

const providers = anyOf('g\\s?mail', 'hotmail', 'yahoo', 'outlook', 'icloud', 'laposte', 'proton(?:mail)?', 'ymail');
/** A name as services have them: with a dot, a low line or two digits. */
const handle = '(?<![\\w.])[a-z]{2,}(?:[._][a-z]+|[._]?\\d{2,})[\\w.]*';
const mayBeMail = new RegExp(`@|arob|[([/]\\s?a|${providers}`);
const hasMail = finds(
  /[\w.%+-]{2,40}\s?@\s?[\w-]{2,30}\s?(?:\.|\bpoint\b|\bdot\b)\s?[a-z]{2,6}\b/,
  /[\w.%+-]{2,40}\s?(?:\barob\w*|[([]\s?(?:at|a|arobase|@)\s?[)\]])\s?[\w-]{2,30}/,
  /[\w.]{2,40}[\s/]{1,3}at[\s/]{1,3}[\w-]{2,30}[\s/.]{1,3}(?:point|dot)[\s/]{1,3}[a-z]{2,6}\b/,
  `${handle}[^\\n]{0,12}\\b${providers}\\b`,
  `\\b${providers}\\b[^\\n]{0,8}${handle}`,
  `[\\w.%+-]{2,40}\\s?@\\s?${providers}\\b`,
  `\\b${providers}\\s?(?:\\.|point|dot)?\\s?(?:com|fr)\\b`,
);

const service = anyOf(
  apart(
    '(?:insta(?:gram)?|[1i]nsta|ig|snap(?:chat)?|snp|sn@p|fb|f[ae][cs]e?\\s?bou?o?k|messenger|tik\\s?tok|telegram)',
  ),
  apart('(?:whats\\s?app?|wtsp|signal|viber|imo|discord|skype|linkedin)'),
  'انست\\S*|سناب\\S*|تيل[يغ]\\S*|فيس\\S*|تيك توك',
);
/** A word that is no name: « mon insta c'est pas … » */
const noName =
  "(?!(?:pas|plus|mort|mieux|bien|bon|possible|quoi|ok|non|oui|trop|nul|mon|ton|son|les?|la|une?|pour|gratuit|si|tu|vous|je|on|ils?|elles?|mais|ou|et|qu[ei]|tres|ici|ca|comme|avec|sans|rapide|facile|interdit|ferme|prive|risque|mauvais|super|complique|simple|dangereux|fini|vraiment|juste|seulement|deja|souvent|toujours|jamais|encore|sur|dans|des?|du|a|aux?|pareil|stp|svp|merci|moi|quand|pirate|bloquee?|supprime\\w*|c'est)\\b)";
const mayBeName = new RegExp(`@|\\.|pseudo|identifiant|tu me trouve|moi sur|ajoute|\\bajt|${service}`);
const hasName = finds(
  /\b(?:(?:wa|t|m|fb)\s?\.\s?me\b\s?(?:\/|$)|(?:fb|linkedin)\.com|instagr\.am|(?:instagram|facebook|snapchat|tiktok|telegram)\s?\.\s?(?:com|me)|discord\.gg)/,
  `${service}[^.\\n]{0,18}?(?::|=|->|c'? ?est|cest|@|s'appelle|pseudo|sous le nom)\\s{0,2}["«(]?\\s?(?:de |d')?@?${noName}[a-z][\\w.-]{2,}`,
  `${service}[^\\n]{0,25}@\\s?[a-z][\\w.]{2,}`,
  `@\\s?[a-z][\\w.]{2,}[^\\n]{0,25}${service}`,
  `${service}[^\\n]{0,20}${handle}`,
  new RegExp(
    `(?:\\b(?:ma page|mon profil|profil|compte)|صفحت\\S*|حساب\\S*) (?:sur |على )?(?:ال)?${service}[\\s"«:]{1,3}${noName}\\p{L}{3,}`,
    'u',
  ),
  `${service}[^\\n]{0,20}\\b(?:ajoute\\w*|ajt|tape\\w*|smit?[iy]\\w*|bel smiya)\\s(?:moi\\s)?${noName}[a-z]{3,}`,
  `\\b(?:ajoute\\w*|ajt) (?:moi )?(?:sur )?${service} ${noName}[a-z]{3,}`,
  `\\b(?:tape[zrs]?|ajoute[zrs]?)\\b[^\\n]{3,40} (?:sur|dans) ${service}`,
  /(?<![\w.])@[a-z]+(?:[._][a-z]+|[._]?\d{2,})[\w.]*/,
  `(?:pseudo|identifiant|tu me trouves?|moi sur|\\bajt|\\bajoute\\w*)\\b[^\\n]{0,30}${handle}`,
  `${handle}[^\\n]{0,40}(?:tu me trouves?|ajoute)`,
  /(?:\b(?:pseudo|identifiant)|@)\s?(?::|c'est)\s?@?[a-z]+[._\d]\w+/,
);

/* Payment in advance */

const iban =
  /\b(?:fr|dz|tn|ma|be|de|es|it|gb|nl|lu|ch|pt|lt|ie)\s?\d{2}(?:[\s.-]?[a-z0-9]{1,5}){3,8}\b|\bf\s?r(?:\s?\d){14}/g;
/** « de 23 kg et … » looks like one, with few digits. */
const hasIban = (text: string) => [...text.matchAll(iban)].some(([found]) => found.replaceAll(/\D/g, '').length >= 12);

const wallets =
  '(?:lydia|pay\\s?pal|wero|revolut|baridi\\s?mob|paylib|lyf pay|cash app|bizum|n26|skrill|payeer|flexy|edahabia|e-dinar|flouci|cih|binance|usdt|bitcoin|d17|sumeria|orange money|بريدي موب|باي بال)';
const amount = '(?<!\\d)\\d{1,6}\\s?(?:€|e|eur|euros?|balles|da|dt|dhs?|dinars?)';
const hasAccount = finds(
  /(?:\b(?:r\.?i\.?[pb]|ccp|comptes?|iban|bic|banque|carte|e-dinar)\b|baridi\s?mob|حساب)[^\d\n]{0,30}\d(?:[\s./-]{0,2}\d){7}/,
  /\bi ban\b/,
  /007\s?99\s?999(?:\s?\d){8}/,
  /(?<!\d)\d(?:[\s./-]{0,2}\d){6,20}[\s,]{0,3}(?:cle|clef)\s?:?\s?\d{2}/,
  new RegExp(`\\b(?:depos|vers|envo|vir)\\w* ${amount} (?:sur|dans|a) (?:mon|le|ce|notre) (?:compte|ccp|rib)\\b`),
  `${apart(wallets)}\\s?(?::\\s?\\S+@|@|arob)`,
  /\b(?:paypal|revolut)\.me\b|\blydia-app\.com|\brevtag\b/,
  `${apart(wallets)}[^\\d\\n]{0,20}(?:\\d[\\s./-]{0,2}){8}`,
);

const payments =
  "(?:pa[iy](?:e[rszt]?|era[si]?|ement|ements|ez)?|regle[rz]?|reglement|vers(?:e[rsz]?|ement)|vir(?:e[rsz]?|ement)|transfer(?:t|e[rsz]?)|depot d'argent|m'?avance[rsz]?|avance[rz]?|somme|frais|moitie|argent|flous|drahem|dra?hm|t?(?:kh|5)(?:al+|el+|l)e?a?s\\w*|si[f]e?t\\w*|a?b3a[dt]h?\\w*|7aw?w?el\\w*|hawel\\w*|ادفع\\S*|تدفع\\S*|الدفع|دفع\\S*|حول\\S*|تحويل\\S*|المبلغ|الفلوس|الدراهم|دراهم|ابعث\\S*|ارسل\\S*|خلص\\S*)";
const beforeWhat =
  '(?:depart|voyage|vol|avion|bateau|parte?s?|partir|livraison|rendez|rdv|recup\\w*|remise|envoi\\w*|pren\\w*|reserver|embarque\\w*|decoll\\w*|accepter|confirmer|bloquer|valider|tout|chose|donne\\w*|vien\\w*|venir|voi\\w*|mont\\w*|charge\\w*|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|svp|stp|sinon|et|c|koi)';
const advances = `(?:d ?'?avance|a l'avance|en avance|par avance|d'abord|au prealable|prealablement|tout de suite|immediatement|maintenan\\w*|aujourd'hui|ce soir|la veille|a la reservation|avan[ts]? (?:le |la |l'|mon |ton |votre |que je |que tu |que vous |qu'on |de |d')?${beforeWhat}|avan[ts]?$|pour (?:reserver|bloquer|garder|confirmer|valider)|je confirme|[9q]b[ae]?l|[9q]abl|lowla|l'?awel|msab+[9q]\\w*|mosba9\\w*|do?rka?|drok|daba|مسبق\\S*|مقدم\\S*|قبل|عربون|الان|فورا)`;
const deposit =
  /\b(?:acompte|arrhes|pre-?paiement|l?3?arboun|tse?b+e?[9q]\w*|tesbi[9q])\b|\bverse[rz]? une caution|\bavance (?:moi|nous)\b|\bm'? ?avance|عربون|تسبيق|por adelantado/;
/** Nothing goes before the money: said with the words of a refusal. */
const onlyAfter =
  /\b(?:rien|pas|aucun\w*|seulement|uniquement|walou)\b[^\n]{0,40}\b(?:sans|avant|apres|reception|bla)\b[^\n]{0,20}\b(?:pa[iy]\w*|vire\w*|argent|flous|acompte|t?khal\w*)|\bpas d'argent pas\b|\bj'attends (?:ton|votre|le) (?:virement|paiement)|\bpaiement avant\b|قبل ان (?:تصل|تدفع|ترسل|تحول)/;
const atHandover =
  /a l'arrivee|a la (?:livraison|remise|reception|recuperation)|en main propre|a destination|une fois (?:arrive|livre|le colis)|quand (?:tu|t'|vous|il|elle|le colis|je|on)|lors de|sur place|apres la livraison|au moment de|ki (?:tousal|tewsel|nawsal)|عند (?:الاستلام|الوصول|التسليم)/;
const refused =
  /\b(?:pas|jamais|rien|aucun\w*|sans|ni|refus\w*|non|ma ?\w*ch|bla)\b|(?<!\p{L})(?:لا|ليس|وليس)(?!\p{L})|بدون/u;
const inAdvance = [
  ...near(payments, advances, 40),
  ...near(amount, advances, 30),
  /\b(?:pay|send|transfer|deposit)\w*\b[^\n]{0,40}\b(?:before|advance|upfront|first)\b/,
];
const byWallet = near(
  anyOf(payments, amount, 'moi', '(?:un|de|mets?) \\d{1,4}', 'envo(?:ie[sr]?|yer|yez)', 'avant que'),
  wallets,
  40,
);
const mayAskMoney = new RegExp(anyOf(payments, wallets, amount, 'pay|send|avance|flous'));

/** A demand, and neither its refusal nor a payment at the hand-over. */
const asksAdvance = (text: string): boolean =>
  deposit.test(text) || mayAskMoney.test(text)
    ? text.split(/[.!?\n;]+\s/).some((sentence) => {
        if (onlyAfter.test(sentence)) return true;
        if (isAsked(sentence, [deposit, ...inAdvance])) return true;
        return !atHandover.test(sentence) && isAsked(sentence, byWallet);
      })
    : false;

/** No refusal stands in the found words, or close before them. */
const isAsked = (sentence: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => {
    const found = pattern.exec(sentence);
    return (
      found !== null && !refused.test(sentence.slice(Math.max(0, found.index - 25), found.index + found[0].length))
    );
  });

/* Coupons and cash that cannot be taken back */

const pcs = 'p[\\s.-]?c[\\s.-]?s';
const hasCoupon = finds(
  ...near(
    pcs,
    '(?:coupons?|recharges?|tickets?|codes?|mandats?|vouchers?|tabac|buraliste|chiffres|master\\w*|(?<!\\d)\\d{6,20})',
    40,
  ),
  `(?<!\\d\\s?)${apart(pcs)}[^\\n]{0,20}(?:\\d+\\s?(?:€|e\\b|eur)|je travaille)`,
  /\bp\.c\.s\b|\bp-c-s\b|\bp(?:s|ec)e{1,2}i?esse\b/,
  /\btran[sz]?[\s-]?ca(?:sh|ch|sch)e?\b|\bn[eoau]{1,4}[\s-]?sur[fv]+e?\b|\bpay[\s-]?sa[fv]e?(?:[\s-]?car[dt]e?)?\b|\btoneo\w*/,
  /\bw[eai]s?t[eai]?r?n?e?[\s-]?(?:n?yo?|[uo])u?n+i?[oe]?n?\w?\b|\bwu (?:c'est|\d)|\bw\.u\b|\bm[ao]n[eiya]{0,2}[\s-]?gram+e?\b|\bmtcn\b/,
  /\bmanda(?:ts?)?[\s-]{0,3}(?:cash|urgent|express|poste|postal|de la poste)|\b(?:wafa|jeton)\s?cash\b|\bcash\s?plus\b/,
  /\bcash\s?(?:u|lib)\b|\bflexepin\b|\bastropay\b|\bbitsa\b|\bria (?:transfert|money|\d)/,
  /\b(?:tickets?|recharges?|cartes?|bons?)\b[^\n]{0,40}\b(?:tabac|buraliste|gratt\w*)/,
  ...near('(?:google play|itunes|steam|gift card|carte cadeau)', `(?:codes?|gratt\\w*|${amount})`, 30),
  /(?:ويسترن|وسترن|موني\s?[غجك]رام|نيو\s?سو?ي?رف|ترانس\s?كاش|باي\s?سيف)/,
);

const finders: Readonly<Record<Leak, readonly ((text: string) => boolean)[]>> = {
  contact: [
    hasTelephone,
    (text) => mayBeMail.test(text) && hasMail(text),
    (text) => mayBeName.test(text) && hasName(text),
  ],
  account: [hasIban, hasAccount, asksAdvance],
  coupon: [hasCoupon],
};

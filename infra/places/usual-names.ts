import { nameKey } from '#shared/values/place-names.ts';
import type { SourcePlace } from './place.ts';

/** Names of the data that are not the usual French ones (many are those of before 1962). */
const shown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DZ: {
    Affreville: 'Khemis Miliana',
    'Aïn Temouchent': 'Aïn Témouchent',
    Arhribs: 'Aghribs',
    'BABOR - VILLE': 'Babor',
    'Boû Arfa': 'Bouarfa',
    'Bordj-Bou-Arreridj': 'Bordj Bou Arreridj',
    Boumerdas: 'Boumerdès',
    Bouïra: 'Bouira',
    'El-Bayadh': 'El Bayadh',
    Guyoville: 'Aïn Benian',
    'I-n-Salah': 'In Salah',
    'Mehdia daira de meghila': 'Mahdia',
    'M’Sila': "M'Sila",
    Naama: 'Naâma',
    'Oued Souf': 'El Oued',
    'Sidi-Bel-Abbès': 'Sidi Bel Abbès',
    Tamanghasset: 'Tamanrasset',
    Tipasa: 'Tipaza',
    'Tizi-Ouzou': 'Tizi Ouzou',
  },
};

export const usualName = (country: string, name: string): string => shown[country]?.[name] ?? name;

/**
 * Names that the data does not have, by the country and the name that is shown: names of before, short ones, and
 * spellings that are much used.
 */
const others: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  DZ: {
    Alger: ['ALG', 'Dzayer', 'Dzair', 'El Djazair', 'Al Jazair', 'Alger-Centre', 'Alger la Blanche', 'Lezzayer'],
    'Aïn El Hammam': ['Michelet'],
    Annaba: ['AAE', 'Bône', 'Anaba'],
    'Aïn Benian': ['Guyotville'],
    'Aïn Témouchent': ['Temouchent'],
    Batna: ['Tbatent'],
    Boumerdès: ['Rocher Noir', 'بومرداس'],
    'Bordj Bou Arreridj': ['BBA', 'Bordj', 'Bordj Bouariridj'],
    'Bordj el Kiffan': ["Fort-de-l'Eau"],
    Béchar: ['Colomb-Béchar'],
    Béjaïa: ['BJA', 'Bougie', 'Bgayet', 'Vgayet', 'Bejaya', 'Bedjaia'],
    Chlef: ['Orléansville', 'El Asnam', 'Ech Cheliff', 'Cheliff'],
    Constantine: ['CZL', 'Cirta', 'Ksentina', 'Qacentina', 'Qsentina'],
    'Dar el Beïda': ['Maison-Blanche'],
    'El Harrach': ['Maison-Carrée'],
    'El Eulma': ['Saint-Arnaud'],
    'El Oued': ['Oued Souf', 'Souf'],
    Ghazaouet: ['Nemours'],
    Ghardaïa: ['Taghardait', 'Mzab'],
    'Hassi Messaoud': ['HMD'],
    'In Salah': ['Aïn Salah', 'عين صالح'],
    Jijel: ['Djidjelli', 'Djijelli'],
    Lakhdaria: ['Palestro'],
    "L'Arbaa Naït Irathen": ['Fort-National', 'Larbaa Nath Irathen', 'LNI'],
    Mostaganem: ['Mosta'],
    "M'Sila": ['Msila'],
    Médéa: ['Lemdia'],
    Oran: ['ORN', 'Wahran', 'Ouahran'],
    Rouiba: ['Rouïba'],
    'Sidi Bel Abbès': ['SBA', 'Bel Abbès', 'Belabbes'],
    Skikda: ['Philippeville'],
    'Souk Ahras': ['Thagaste'],
    Sétif: ['Stif'],
    Tamanrasset: ['Tam', 'Tamenghest'],
    Tiaret: ['Tihert'],
    'Tizi Ouzou': ['Tizi', 'Tizi Wezzu'],
    Tlemcen: ['Tilimsen', 'Tlemsen'],
  },
  FR: {
    Lyon: ['LYS'],
    Marseille: ['MRS', 'Marseilles'],
    Montpellier: ['Montpelier'],
    Strasbourg: ['Straßburg', 'Strassburg'],
    Toulouse: ['TLS', 'Toulouze'],
    Nice: ['NCE'],
    Lille: ['LIL'],
    'Évry-Courcouronnes': ['Évry'],
    'Cherbourg-en-Cotentin': ['Cherbourg'],
    'Châlons-en-Champagne': ['Châlons-sur-Marne'],
    'Saint-Denis': ['Saint-Denis 93', 'Pierrefitte-sur-Seine'],
    'Saint-Ouen-sur-Seine': ['Saint-Ouen'],
    'Le Kremlin-Bicêtre': ['Kremlin Bicêtre'],
    'Roissy-en-France': ['Roissy', 'Roissy CDG', 'Charles de Gaulle', 'CDG'],
    Orly: ['ORY'],
  },
  MA: {
    Casablanca: ['Casa', 'Dar el Beïda', 'الدار البيضاء'],
    Marrakech: ['Kech'],
    Fès: ['Fez', 'فاس'],
    Meknès: ['مكناس'],
    Oujda: ['Ouejda', 'وجدة'],
    Rabat: ['الرباط'],
    Tanger: ['Tanja', 'Tangier'],
    Tétouan: ['تطوان', 'Titwan'],
    Agadir: ['أكادير', 'اغادير'],
    Nador: ['الناظور', 'Ennador'],
    Salé: ['سلا', 'Sla'],
    'El Jadida': ['Mazagan', 'الجديدة'],
    Kénitra: ['القنيطرة'],
    Berkane: ['بركان'],
    'Al Hoceïma': ['الحسيمة', 'Hoceima'],
  },
  TN: {
    Bizerte: ['Benzart', 'بنزرت'],
    'Houmt Souk': ['Djerba', 'Jerba', 'جربة', 'Houmt El Souk'],
    Gabès: ['قابس'],
    Kairouan: ['القيروان', 'Qairawan'],
    'La Goulette': ['حلق الوادي', 'Halq al Wadi'],
    Monastir: ['المنستير'],
    Nabeul: ['نابل'],
    Sfax: ['صفاقس', 'Sfaks'],
    Sousse: ['سوسة', 'Soussa'],
    Tunis: ['تونس'],
    Zarzis: ['جرجيس', 'Jarjis'],
  },
  BE: { Bruxelles: ['BXL', 'Brussel'] },
  DE: { 'Francfort-sur-le-Main': ['Francfort', 'Frankfurt', 'FRA'] },
  US: { 'New York': ['NYC', 'نيويورك'] },
};

/** Postcodes of the capitals of wilayas that the data does not have yet (law 19-12 of 2019). */
const codes: Readonly<Record<string, string>> = {
  Timimoun: '49000',
  'Bordj Badji Mokhtar': '50000',
  'Ouled Djellal': '51000',
  'Beni Abbes': '52000',
  'In Salah': '53000',
  'Ain Guezzam': '54000',
  Touggourt: '55000',
  Djanet: '56000',
  "El M'Ghaier": '57000',
  'El Meniaa': '58000',
};

export function addUsualNames(places: readonly SourcePlace[]): void {
  for (const [country, names] of Object.entries(others)) {
    const here = places.filter((place) => place.country === country);
    const largest = largestByName(here);
    for (const [name, more] of Object.entries(names)) {
      const place = largest.get(nameKey(name));
      if (!place) throw new Error(`${country} has no place ${name}`);
      for (const other of more) place.others.add(other);
    }
    if (country === 'DZ')
      for (const [name, code] of Object.entries(codes)) {
        const place = largest.get(nameKey(name));
        if (!place) throw new Error(`${country} has no place ${name}`);
        place.codes.add(code);
      }
  }
}

const largestByName = (places: readonly SourcePlace[]): ReadonlyMap<string, SourcePlace> =>
  new Map(places.toSorted((a, b) => a.population - b.population).map((place) => [nameKey(place.name), place]));

import type { SourcePlace } from '#infra/places/place.ts';

/** Typed texts and the place they mean: `typed | country | name`, or several texts with commas. */
const table = `
St Denis, St-Denis, st. denis, SAINT DENIS, saint denis, Saint-Denis (93), 93200, سان دوني | FR | Saint-Denis
St-Étienne, st etienne, Saint Etienne, 42000 | FR | Saint-Étienne
st malo, saint malo, 35400 | FR | Saint-Malo
st nazaire, saint-nazaire | FR | Saint-Nazaire
Ste Foy les Lyon, sainte foy lès lyon | FR | Sainte-Foy-lès-Lyon
Ste Geneviève des bois | FR | Sainte-Geneviève-des-Bois
st germain en laye, saint germain en laye | FR | Saint-Germain-en-Laye
villeneuve st georges | FR | Villeneuve-Saint-Georges
Ste Marie | FR | Sainte-Marie
Havre, le havre, havr, LE HAVRE, 76600 | FR | Le Havre
Ulis, les ulis, 91940 | FR | Les Ulis
Courneuve, la courneuve, 93120 | FR | La Courneuve
Mans, le mans | FR | Le Mans
Rochelle, la rochelle | FR | La Rochelle
roche sur yon | FR | La Roche-sur-Yon
Hay les roses, l'hay les roses, l’haÿ | FR | L'Haÿ-les-Roses
kremlin bicetre, kremlin | FR | Le Kremlin-Bicêtre
par, pa, Paris, PARIS, Paris 11e, Paris 11, paris 11eme arrondissement, 75011, 75, paris centre, ville de Paris, باريس, Parijs | FR | Paris
mar, mars, Marseille, marseile, marsseille, Marseilles, Marseille 8, 13008, مرسيليا | FR | Marseille
ly, lyo, Lyon, Lyon 3, lyon 3e, 69003, ليون, Lione | FR | Lyon
lil, Lille, 59000, ليل | FR | Lille
tou, Toulouse, toulouze, تولوز | FR | Toulouse
nic, Nice, نيس | FR | Nice
bord, Bordeaux, Bordaux, bordeau, بوردو | FR | Bordeaux
nant, Nantes, nante, نانت | FR | Nantes
stras, Strasbourg, strassbourg, Straßburg | FR | Strasbourg
montp, Montpellier, montpelier, 34000 | FR | Montpellier
gren, Grenoble, Grenobles | FR | Grenoble
perp, Perpignan | FR | Perpignan
mulh, Mulhouse, mullhouse | FR | Mulhouse
roub, Roubaix | FR | Roubaix
villeur, villeurbanne, 69100 | FR | Villeurbanne
aix en provence, aix, 13100 | FR | Aix-en-Provence
aubervilliers, auberviliers, 93300 | FR | Aubervilliers
Evry, évry, 91000 | FR | Évry-Courcouronnes
vitry sur seine, vitry s/ seine | FR | Vitry-sur-Seine
fontenay sous bois, fontenay ss bois | FR | Fontenay-sous-Bois
creteil, 94000 | FR | Créteil
argenteuil, 95100 | FR | Argenteuil
roissy, CDG | FR | Roissy-en-France
cherbourg | FR | Cherbourg-en-Cotentin
Orleans, 45000 | FR | Orléans
75000, F-75018 | FR | Paris
69000 | FR | Lyon
Boulogne, boulogne billancourt | FR | Boulogne-Billancourt
Neuilly | FR | Neuilly-sur-Seine
Épinay | FR | Épinay-sur-Seine
Roissy en France | FR | Roissy-en-France
eu | FR | Eu
pau | FR | Pau
lens | FR | Lens
الجزائر, جزائر, الجزاير, Alger, alg, al, ALGER, Algiers, Alger centre, alger-centre, alger est, ALG, dzair, Dzayer, El Djazair, wilaya d'Alger, ولاية الجزائر, 16000, ١٦٠٠٠, 16 | DZ | Alger
وهران, وهران الجزائر, Oran, ora, Oran Algérie, Oran-Algérie, ORN, Wahran, Ouahran, oran ville, 31000, 31 | DZ | Oran
Msila, m'sila, M’Sila, m sila, المسيلة, 28000 | DZ | M'Sila
In Salah, Ain Salah, عين صالح, insalah | DZ | In Salah
Ghazaouet, ghazaoute, الغزوات | DZ | Ghazaouet
Bejaia, Béjaïa, bejaya, Bgayet, بجاية, Bougie, bej | DZ | Béjaïa
Tizi, tizi ouzou, Tizi-Ouzou, tiziouzou, tizi wezzu, تيزي وزو, 15000 | DZ | Tizi Ouzou
Setif, Sétif, Stif, سطيف, 19000 | DZ | Sétif
Annaba, anaba, Bone, Bône, عنابة, 23000 | DZ | Annaba
Constantine, Konstantine, Ksentina, Qacentina, قسنطينة, 25000 | DZ | Constantine
BBA, bordj bou arreridj, borj bou arreridj, Bordj Bouareridj, برج بوعريريج | DZ | Bordj Bou Arreridj
SBA, sidi bel abbes, sidi belabbes, bel abbes, سيدي بلعباس | DZ | Sidi Bel Abbès
Skikda, Philippeville, سكيكدة | DZ | Skikda
Tlemcen, Tlemsen, tilimsen, تلمسان | DZ | Tlemcen
Mostaganem, Mostganem, mosta, مستغانم | DZ | Mostaganem
El Oued, Oued souf, Wad souf, الوادي | DZ | El Oued
Ghardaia, Gardaia, غرداية | DZ | Ghardaïa
Jijel, Djijel, Djidjel, Djidjelli, جيجل | DZ | Jijel
Chlef, Ech Chlef, El Asnam, الشلف | DZ | Chlef
Batna, باتنة | DZ | Batna
Blida, el blida, البليدة, 09000 | DZ | Blida
Biskra, بسكرة | DZ | Biskra
Boumerdes, بومرداس | DZ | Boumerdès
Medea, médéa, المدية | DZ | Médéa
Bouira, البويرة | DZ | Bouira
Tamanrasset, tamanghasset, تمنراست | DZ | Tamanrasset
ain temouchent, temouchent, عين تموشنت | DZ | Aïn Témouchent
eulma, el eulma, العلمة | DZ | El Eulma
senia, es senia, السانية | DZ | Es Senia
bab el oued, باب الوادي, bab eloued | DZ | Bab El Oued
hydra, حيدرة | DZ | Hydra
kouba | DZ | Kouba
hussein dey, houssein dey | DZ | Hussein Dey
dely ibrahim, deli ibrahim | DZ | Dely Ibrahim
cheraga, chéraga, الشراقة | DZ | Cheraga
maghnia, مغنية | DZ | Maghnia
akbou, أقبو | DZ | Akbou
ain beida, عين البيضاء | DZ | Aïn Beïda
souk ahras, سوق أهراس | DZ | Souk Ahras
hassi messaoud | DZ | Hassi Messaoud
Tunis, تونس | TN | Tunis
Sfax, صفاقس, sfaks | TN | Sfax
Sousse, soussa, سوسة | TN | Sousse
Djerba, Jerba, جربة | TN | Houmt Souk
Bizerte, benzart, بنزرت | TN | Bizerte
Casa, Casablanca, الدار البيضاء | MA | Casablanca
Marrakech, Marrakesh, مراكش | MA | Marrakech
Fes, Fez, فاس | MA | Fès
Tanger, Tangier, طنجة | MA | Tanger
Oujda, وجدة | MA | Oujda
Rabat, الرباط | MA | Rabat
bru, Bruxelles, Brussels, Brussel, بروكسل | BE | Bruxelles
Anvers, Antwerpen, Antwerp | BE | Anvers
Liege, Luik, Lüttich | BE | Liège
Charleroi | BE | Charleroi
Gand, Gent, Ghent | BE | Gand
barc, Barcelone, Barcelona, برشلونة | ES | Barcelone
mad, Madrid, مدريد | ES | Madrid
Alicante, alicant, أليكانتي | ES | Alicante
Valence, Valencia | * | Valence
Seville, Sevilla | ES | Séville
lon, Londres, London, لندن | GB | Londres
Manchester | GB | Manchester
Birmingham | GB | Birmingham
Edimbourg, Edinburgh | GB | Édimbourg
St Albans, saint albans | GB | St Albans
ber, Berlin, برلين | DE | Berlin
Cologne, Köln, koln | DE | Cologne
Munich, München, munchen, muenchen | DE | Munich
Francfort, Frankfurt, frankfurt am main | DE | Francfort-sur-le-Main
Hambourg, Hamburg | DE | Hambourg
mil, Milan, Milano, ميلانو | IT | Milan
Turin, Torino | IT | Turin
Rome, Roma, روما | IT | Rome
Naples, Napoli | IT | Naples
Genes, Genova, Genoa | IT | Gênes
Montreal, montréal | CA | Montréal
Toronto, تورونتو | CA | Toronto
Quebec, québec | CA | Québec
Laval | * | Laval
Geneve, Genève, Geneva, Genf, جنيف | CH | Genève
Zurich, Zürich | CH | Zurich
Lausanne | CH | Lausanne
Bale, Basel | CH | Bâle
St Gallen, Sankt Gallen, St-Gall | CH | Saint-Gall
Dubai, دبي | AE | Dubaï
Istanbul, إسطنبول | TR | Istanbul
New York, NYC | US | New York
`;

export const typedPlaces: readonly (readonly [typed: string, country: string, name: string])[] = table
  .trim()
  .split('\n')
  .flatMap((row) => {
    const [texts = '', country = '', name = ''] = row.split(' | ');
    return texts.split(', ').map((typed) => [typed, country, name] as const);
  });

const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** A name as people type it: without capitals, accents, hyphens, apostrophes or article, « St » for « Saint ». */
export function spellingsOf({ name, others }: Pick<SourcePlace, 'name' | 'others'>): string[] {
  const low = plain(name).toLowerCase();
  return [
    ...new Set([
      name,
      name.toUpperCase(),
      low,
      low.replaceAll(/[-'’]/g, ' '),
      low.replaceAll(/[-'’ ]/g, ''),
      low.replace(/^(?:le |la |les |l'|el |es |ech )(?=...)/, ''),
      low.replaceAll(/\bsaint(e?)(s?)\b/g, 'st$1$2'),
      ...[...others].filter((other) => /^[\u0600-\u06ff\s]+$/.test(other)),
    ]),
  ];
}

/** Whole words of a field's name that hint at data about a person, in some of the languages people name fields in. */
const WORDS = new Set(
  `email mail mails phone tel cell mobile fax whatsapp address street zip postcode postal birthday birthdate birth dob
  surname lastname firstname fullname ssn passport iban salary diagnosis religion gender nationality ip password
  telefon handy handynummer adresse anschrift strasse straße plz geburtstag geburtsdatum vorname nachname gehalt passwort
  courriel téléphone telephone portable rue naissance anniversaire prénom prenom nomdefamille salaire
  correo teléfono telefono móvil movil dirección direccion calle nacimiento cumpleaños apellido apellidos
  indirizzo cellulare nascita compleanno cognome codicefiscale
  telefone celular endereço endereco nascimento aniversário sobrenome cpf
  telefoon adres straat geboortedatum verjaardag achternaam voornaam
  adres ulica urodziny nazwisko pesel`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
/** Parts that mean the same inside a longer word: "emailadresse", "Telefonnummer". */
const STEMS = ['email', 'phone', 'telefon', 'address', 'adress', 'geburt', 'birth', 'passport', 'nascimento'];

/** Whether a field of this name most likely holds something about a person. A plain "name" does not count. */
export function looksPersonal(field: string): boolean {
  const words = field
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const joined = words.join('');
  const pairs = words.map((word, i) => word + (words[i + 1] ?? ''));
  return [...words, ...pairs].some((word) => WORDS.has(word)) || STEMS.some((stem) => joined.includes(stem));
}

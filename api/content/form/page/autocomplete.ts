import type { FormField } from '../document.ts';

/** What browsers can fill in (WCAG 2.2, 1.3.5), by what a field's key says once case and signs are gone. */
const BY_KEY: Readonly<Record<string, string>> = {
  name: 'name',
  fullname: 'name',
  yourname: 'name',
  firstname: 'given-name',
  givenname: 'given-name',
  lastname: 'family-name',
  familyname: 'family-name',
  surname: 'family-name',
  nickname: 'nickname',
  phone: 'tel',
  phonenumber: 'tel',
  tel: 'tel',
  telephone: 'tel',
  mobile: 'tel',
  company: 'organization',
  organization: 'organization',
  organisation: 'organization',
  jobtitle: 'organization-title',
  address: 'street-address',
  street: 'address-line1',
  streetaddress: 'street-address',
  city: 'address-level2',
  town: 'address-level2',
  zip: 'postal-code',
  zipcode: 'postal-code',
  postcode: 'postal-code',
  postalcode: 'postal-code',
  country: 'country-name',
  website: 'url',
  url: 'url',
  birthday: 'bday',
  birthdate: 'bday',
  dateofbirth: 'bday',
};

/** The `autocomplete` of a field's input; null where browsers should follow their own rules. */
export function autocompleteOf({ type, key }: FormField): string | null {
  if (type === 'email') return 'email';
  const known = BY_KEY[key.toLowerCase().replace(/[^a-z]/g, '')] ?? null;
  const isDay = known === 'bday';
  if (type === 'date') return isDay ? known : null;
  return (type === 'text' || type === 'long') && !isDay ? known : null;
}

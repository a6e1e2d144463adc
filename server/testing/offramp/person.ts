/** A payer as a platform registers one (CF-01), with everything that may never be seen again. */
export const PERSON = {
  email: "ada@people.example",
  firstName: "Ada",
  lastName: "Lovelace",
  beneficiaryType: "individual",
  dateOfBirth: "1987-06-05",
  addressLine1: "1 Main Street",
  city: "Arlington",
  state: "VA",
  postcode: "22201",
  country: "US",
  nationality: "US",
  phone: "+17035550123",
  ssn: "078-05-1120",
};

/** Her bank account, with the fields that an account in euros needs. */
export const BANK = {
  bankName: "First Bank",
  accountName: "Ada Lovelace",
  beneficiaryType: "individual",
  currency: "EUR",
  iban: "DE89370400440532013000",
  addressLine1: "1 Main Street",
  city: "Berlin",
  country: "DE",
  dateOfBirth: "1987-06-05",
  postalCode: "10115",
};

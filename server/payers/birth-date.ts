import { invalidField } from "@/server/errors";

/** Refuses days that nobody alive was born on. Throws 400 naming `dateOfBirth`, never the day itself. */
export function requireBirthDate(now: Date, day: string): void {
  const isPast = day < now.toISOString().slice(0, 10);
  const oldest = `${now.getUTCFullYear() - 130}-01-01`;
  if (!isPast || day < oldest) throw invalidField("dateOfBirth", "dateOfBirth is not a possible birth date");
}

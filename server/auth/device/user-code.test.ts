import { expect, test } from "vitest";
import { newUserCode, readUserCode, shownUserCode, USER_CODE_LETTERS } from "./user-code";

test("has eight of twenty letters, each as likely as the others, none of which is mistaken for another sign", () => {
  expect(USER_CODE_LETTERS).toMatch(/^[^AEIOUY0-9]{20}$/);
  const codes = Array.from({ length: 500 }, () => newUserCode());
  expect(codes.every((code) => code.length === 8 && readUserCode(code) === code)).toBe(true);
  expect(new Set(codes.join("")).size).toBe(USER_CODE_LETTERS.length);
  // Bytes above the last whole round of letters are left out: they would make some letters more likely.
  const bytes = [255, 240, 239, 0, 1, 2, 3, 4, 5, 6];
  expect(newUserCode(() => Buffer.from([bytes.shift() ?? 0]))).toBe("ZBCDFGHJ");
});

test("is read as people type it, and nothing else is one", () => {
  const code = "WDJBMJHT";
  expect(shownUserCode(code)).toBe("WDJB-MJHT");
  for (const typed of ["WDJB-MJHT", "wdjb mjht", " WDJBMJHT ", "WDJB\u2013MJHT", "W-D-J-B-M-J-H-T"]) {
    expect(readUserCode(typed)).toBe(code);
  }
  for (const typed of ["", "WDJB-MJH", "WDJB-MJHTT", "WDJB-MJHA", "WDJB-MJH0", "wdjb_mjht", "ＷDJBMJHT"]) {
    expect(readUserCode(typed)).toBeNull();
  }
});

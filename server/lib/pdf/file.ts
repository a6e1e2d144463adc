import { facesOf, loadFaces } from "@/server/lib/pdf/faces";

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 50 };

export interface FileOptions {
  /** Shown as the window's title. */
  title: string;
  /** BCP 47. */
  language: string;
  /** When the content was fixed: the file says so, and its ID is made from it, so that the same paper is the same file. */
  createdAt: Date;
  attachment?: Attachment;
}

/** A file inside of a PDF/A-3 file, which says the same in a form for programs. */
export interface Attachment {
  name: string;
  /** MIME type. */
  type: string;
  description: string;
  content: string;
  /** What the metadata of the file say of it: descriptions in RDF. */
  metadata: string;
}

/**
 * An empty file: PDF/A-3b with all faces registered and a tree of tags. Has no pages yet. The library reads neither clock nor random
 * numbers when it is given a date.
 */
export async function newFile({
  title,
  language,
  createdAt,
  attachment,
}: FileOptions): Promise<PDFKit.PDFDocument> {
  const [{ default: PDFDocument }] = await Promise.all([import("pdfkit"), loadFaces()]);
  const document = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: "1.7",
    subset: "PDF/A-3b",
    tagged: true,
    lang: language,
    displayTitle: true,
    // The library would register Helvetica, which no file may refer to without holding it.
    font: null as unknown as string,
    info: {
      // The library writes these into XML as they are.
      Title: title.replace(/[<>&\p{Cc}]/gu, " "),
      Producer: "Quittance",
      Creator: "Quittance",
      CreationDate: createdAt,
    },
  });
  for (const face of [...facesOf("regular"), ...facesOf("bold")]) document.registerFont(face.name, face.file);
  if (attachment) attach(document, attachment, createdAt);
  return document;
}

function attach(
  document: PDFKit.PDFDocument,
  { name, type, description, content, metadata }: Attachment,
  createdAt: Date,
): void {
  const options = { name, type, description, creationDate: createdAt, modifiedDate: createdAt };
  const related = { ...options, relationship: "Alternative" };
  document.file(Buffer.from(content, "utf8"), related);
  // The types of the library do not know what it has for metadata.
  (document as unknown as { appendXML(xml: string): void }).appendXML(metadata);
}

/** Ends the file and gives its bytes. */
export async function bytesOf(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => {
    document.on("end", resolve);
    document.on("error", reject);
  });
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

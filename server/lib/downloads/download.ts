/** An answer that is a file, made while it is sent: nobody holds the whole of it. */
export class Download {
  constructor(
    readonly fileName: string,
    readonly contentType: string,
    /** Pieces of text or of bytes. An error ends the file abnormally, so that nobody takes a part for the whole. */
    readonly chunks: AsyncIterable<string | Uint8Array>,
  ) {}
}

/** Password managers write 64 characters, and some people sentences. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

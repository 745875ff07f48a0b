extension JSONSuiteCase {
  /// The cases that the standard leaves open, with the behavior of okit.
  static let open: [JSONSuiteCase] = [
    .reads("i_number_double_huge_neg_exp", "[123.456e-789]", as: "[0]"),
    .refuses(
      "i_number_huge_exp",
      """
      [0.4e0066999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999\
      9999999999999969999999006]
      """,
      at: 1),
    .refuses("i_number_neg_int_huge_exp", "[-1e+9999]", at: 1),
    .refuses("i_number_pos_double_huge_exp", "[1.5e+9999]", at: 1),
    .refuses("i_number_real_neg_overflow", "[-123123e100000]", at: 1),
    .refuses("i_number_real_pos_overflow", "[123123e100000]", at: 1),
    .reads("i_number_real_underflow", "[123e-10000000]", as: "[0]"),
    .reads("i_number_too_big_neg_int", "[-123123123123123123123123123123]"),
    .reads("i_number_too_big_pos_int", "[100000000000000000000]"),
    .reads("i_number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]"),
    .refuses("i_object_key_lone_2nd_surrogate", "{\"\\uDFAA\":0}", at: 2),
    .refuses("i_string_1st_surrogate_but_2nd_missing", "[\"\\uDADA\"]", at: 2),
    .refuses("i_string_1st_valid_surrogate_2nd_invalid", "[\"\\uD888\\u1234\"]", at: 2),
    .refuses(
      "i_string_UTF-16LE_with_BOM", [0xFF, 0xFE, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00], at: 0),
    .refuses("i_string_UTF-8_invalid_sequence", [0x5B, 0x22, 0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA, 0x22, 0x5D], at: 7),
    .refuses("i_string_UTF8_surrogate_U+D800", [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D], at: 2),
    .refuses("i_string_incomplete_surrogate_and_escape_valid", "[\"\\uD800\\n\"]", at: 2),
    .refuses("i_string_incomplete_surrogate_pair", "[\"\\uDd1ea\"]", at: 2),
    .refuses("i_string_incomplete_surrogates_escape_valid", "[\"\\uD800\\uD800\\n\"]", at: 2),
    .refuses("i_string_invalid_lonely_surrogate", "[\"\\ud800\"]", at: 2),
    .refuses("i_string_invalid_surrogate", "[\"\\ud800abc\"]", at: 2),
    .refuses("i_string_invalid_utf-8", [0x5B, 0x22, 0xFF, 0x22, 0x5D], at: 2),
    .refuses("i_string_inverted_surrogates_U+1D11E", "[\"\\uDd1e\\uD834\"]", at: 2),
    .refuses("i_string_iso_latin_1", [0x5B, 0x22, 0xE9, 0x22, 0x5D], at: 2),
    .refuses("i_string_lone_second_surrogate", "[\"\\uDFAA\"]", at: 2),
    .refuses("i_string_lone_utf8_continuation_byte", [0x5B, 0x22, 0x81, 0x22, 0x5D], at: 2),
    .refuses("i_string_not_in_unicode_range", [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D], at: 2),
    .refuses("i_string_overlong_sequence_2_bytes", [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D], at: 2),
    .refuses(
      "i_string_overlong_sequence_6_bytes", [0x5B, 0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22, 0x5D], at: 2),
    .refuses(
      "i_string_overlong_sequence_6_bytes_null", [0x5B, 0x22, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5D], at: 2),
    .refuses("i_string_truncated-utf-8", [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D], at: 2),
    .refuses("i_string_utf16BE_no_BOM", [0x00, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D], at: 0),
    .refuses("i_string_utf16LE_no_BOM", [0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00], at: 1),
    .reads("i_structure_500_nested_arrays", String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
    .refuses("i_structure_UTF-8_BOM_empty_object", "\u{FEFF}{}", at: 0),
  ]
}

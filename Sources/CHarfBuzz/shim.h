#pragma once
#include <hb-ot.h>
#include <hb-subset.h>
#include <hb.h>
#include <stdbool.h>
#include <string.h>

// Steps that would cost a call each way per glyph or per range if Swift took them one by one.

/// Shapes `length` bytes of UTF-8 as one run and leaves the result in `buffer`, with clusters of a level.
static inline void chatexport_shape_clusters(
    hb_font_t *_Nonnull font, hb_buffer_t *_Nonnull buffer, const uint8_t *_Nonnull text, int32_t length,
    uint32_t script, bool right_to_left, hb_buffer_cluster_level_t level) {
  hb_buffer_clear_contents(buffer);
  hb_buffer_set_cluster_level(buffer, level);
  hb_buffer_set_direction(buffer, right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(script));
  hb_buffer_add_utf8(buffer, (const char *)text, length, 0, length);
  hb_shape(font, buffer, NULL, 0);
}

/// Shapes `length` bytes of UTF-8 as one run, with clusters of whole graphemes.
static inline void chatexport_shape(
    hb_font_t *_Nonnull font, hb_buffer_t *_Nonnull buffer, const uint8_t *_Nonnull text, int32_t length,
    uint32_t script, bool right_to_left) {
  chatexport_shape_clusters(
      font, buffer, text, length, script, right_to_left, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES);
}

/// A glyph of a run in font units: its number, the byte that its cluster starts at, its advance, and where it is drawn from
/// the pen.
typedef struct {
  uint32_t glyph, cluster;
  int32_t advance, x, y;
} chatexport_glyph;

/// Shapes with clusters of characters, so that marks have their own, and writes up to `room` glyphs from left to right.
/// Returns the number of glyphs.
static inline int32_t chatexport_glyphs(
    hb_font_t *_Nonnull font, hb_buffer_t *_Nonnull buffer, const uint8_t *_Nonnull text, int32_t length,
    uint32_t script, bool right_to_left, chatexport_glyph *_Nonnull glyphs, int32_t room) {
  chatexport_shape_clusters(
      font, buffer, text, length, script, right_to_left, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
  unsigned int count = 0;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
  for (unsigned int i = 0; i < count && i < (unsigned int)room; i++)
    glyphs[i] = (chatexport_glyph){infos[i].codepoint, infos[i].cluster, positions[i].x_advance,
                                   positions[i].x_offset, positions[i].y_offset};
  return (int32_t)count;
}

/// Keeps the glyphs of a set under their numbers, and no table but those that draw them.
static inline void chatexport_keep_glyphs(hb_subset_input_t *_Nonnull input) {
  static const char dropped[][5] = {"GSUB", "GPOS", "GDEF", "name", "post", "cmap", "OS/2", "STAT", "BASE", "MATH",
                                    "vhea", "vmtx", "VORG", "DSIG", "gasp", "kern", "meta", "morx", "trak", "feat"};
  hb_set_t *drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
  for (size_t i = 0; i < sizeof(dropped) / sizeof(dropped[0]); i++) hb_set_add(drop, hb_tag_from_string(dropped[i], 4));
  hb_subset_input_set_flags(
      input, HB_SUBSET_FLAGS_RETAIN_GIDS | HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_DESUBROUTINIZE |
                 HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
}

/// Shapes and adds each glyph's advance to `advances` at its cluster's first byte.
static inline void chatexport_advances(
    hb_font_t *_Nonnull font, hb_buffer_t *_Nonnull buffer, const uint8_t *_Nonnull text, int32_t length,
    uint32_t script, bool right_to_left, int32_t *_Nonnull advances) {
  chatexport_shape(font, buffer, text, length, script, right_to_left);
  memset(advances, 0, (size_t)length * sizeof(int32_t));
  unsigned int count = 0;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
  for (unsigned int i = 0; i < count; i++)
    if (infos[i].cluster < (uint32_t)length) advances[infos[i].cluster] += positions[i].x_advance;
}

/// Shapes and returns the only glyph, or 0 when there are several or none.
static inline uint32_t chatexport_single_glyph(
    hb_font_t *_Nonnull font, hb_buffer_t *_Nonnull buffer, const uint8_t *_Nonnull text, int32_t length) {
  chatexport_shape(font, buffer, text, length, HB_SCRIPT_COMMON, false);
  unsigned int count = 0;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  return count == 1 ? infos[0].codepoint : 0;
}

/// Makes the subset of a variable face a static one: of a weight, slanted or not where an axis says so, all other
/// axes at their default.
static inline void chatexport_pin_axes(
    hb_subset_input_t *_Nonnull input, hb_face_t *_Nonnull face, float weight, bool italic) {
  hb_ot_var_axis_info_t axes[32];
  unsigned int count = sizeof(axes) / sizeof(axes[0]);
  hb_ot_var_get_axis_infos(face, 0, &count, axes);
  for (unsigned int i = 0; i < count; i++) {
    float value = axes[i].default_value;
    if (axes[i].tag == HB_OT_TAG_VAR_AXIS_WEIGHT) value = weight;
    if (axes[i].tag == HB_OT_TAG_VAR_AXIS_ITALIC && italic) value = 1;
    if (value < axes[i].min_value) value = axes[i].min_value;
    if (value > axes[i].max_value) value = axes[i].max_value;
    hb_subset_input_pin_axis_location(input, face, axes[i].tag, value);
  }
}

/// The features a subset keeps: those that shaping cannot do without and that let an advance depend on its
/// neighbours only by kerning. Khmer is written with contextual ligatures, which HarfBuzz applies whatever a style
/// sheet says; in other scripts they are an ornament.
static inline void chatexport_keep_features(
    hb_subset_input_t *_Nonnull input, hb_face_t *_Nonnull face, bool kerning) {
  static const char features[][5] = {
      "ccmp", "rlig", "mark", "mkmk", "curs", "rclt", "isol", "init", "medi", "med2", "fina", "fin2",
      "fin3", "stch", "locf", "nukt", "akhn", "rphf", "rkrf", "pref", "blwf", "abvf", "half", "pstf",
      "vatu", "cjct", "cfar", "pres", "abvs", "blws", "psts", "haln", "dist", "abvm", "blwm", "ljmo",
      "vjmo", "tjmo"};
  hb_set_t *set = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG);
  hb_set_clear(set);
  for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
    hb_set_add(set, hb_tag_from_string(features[i], 4));
  if (kerning) hb_set_add(set, HB_TAG('k', 'e', 'r', 'n'));
  hb_tag_t khmer = HB_TAG('k', 'h', 'm', 'r'), found;
  unsigned int place;
  if (hb_ot_layout_table_select_script(face, HB_OT_TAG_GSUB, 1, &khmer, &place, &found) && found == khmer)
    hb_set_add(set, HB_TAG('c', 'l', 'i', 'g'));
  hb_set_t *drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
  hb_set_add(drop, HB_TAG('v', 'h', 'e', 'a'));
  hb_set_add(drop, HB_TAG('v', 'm', 't', 'x'));
  hb_set_add(drop, HB_TAG('V', 'O', 'R', 'G'));
  hb_set_add(drop, HB_TAG('D', 'S', 'I', 'G'));
  hb_subset_input_set_flags(
      input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_DESUBROUTINIZE | HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
}

#pragma once
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>

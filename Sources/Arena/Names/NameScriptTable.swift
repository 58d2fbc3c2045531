import Core

/// Which letters names are made of, made by `image/name-scripts`: do not edit.
///
/// From ICU 72 (Unicode 15.0, UAX #31, UTS #39, CLDR; © Unicode, Inc., see `image/package/copyright`). Code points
/// are hexadecimal; a range has its first and its last.
enum NameScriptTable {
    /// The letters, digits and marks of scripts, and the signs between their letters, each behind its script or scripts
    /// (ISO 15924).
    static let scripts = """
        Arab 610-61a 620-63f 641-65f 66e-6d3 6d5-6dc 6df-6e8 6ea-6fc 6ff 750-77f 870-887 889-88e 898-8e1
        8e3-8ff 102e0 10efd-10eff, Arab Thaa 660-669, Armn 531-556 559 560-588, Beng 980-983 985-98c 98f-990
        993-9a8 9aa-9b0 9b2 9b6-9b9 9bc-9c4 9c7-9c8 9cb-9ce 9d7 9e0-9e3 9e6-9f1 9fc 9fe 1cf7, Beng Deva
        1cd5-1cd6 1cd8 1ce1 1cea 1ced 1cf5-1cf6 a8f1, Beng Deva Gujr Guru Knda Latn Mlym Orya Taml Telu
        951-952, Beng Deva Knda 1cd0 1cd2, Beng Deva Knda Orya Telu 1cf2, Bopo 3105-312f 31a0-31bf, Bopo
        Hang Hani Hira Kana 30fb, Bopo Hani 302a-302d, Cyrl 400-481 483-484 487 48a-52f 1c80-1c88 1df8
        2de0-2dff a640-a66f a674-a67d a67f-a69f fe2e-fe2f, Cyrl Grek Latn 300-33f 342 345-34e 350-36f, Cyrl
        Latn 485-486, Deva 900-950 955-957 960-963 966-96f 971-97f 1cd1 1cd4 1cd7 1cd9 1cdb-1ce0 1ce2-1ce9
        1ceb-1cec 1cee-1cf1 1cf3 1cf8-1cf9 a8e0-a8f0 a8f2 a8f4-a8f7 a8fb a8fd-a8ff, Deva Knda 1cf4, Deva
        Knda Mlym Orya Taml Telu 1cda, Deva Latn 20f0, Deva Taml a8f3, Ethi 1200-1248 124a-124d 1250-1256
        1258 125a-125d 1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12d6 12d8-1310
        1312-1315 1318-135a 135d-135f 1380-138f 2d80-2d96 2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe 2dc0-2dc6
        2dc8-2dce 2dd0-2dd6 2dd8-2dde ab01-ab06 ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e 1e7e0-1e7e6
        1e7e8-1e7eb 1e7ed-1e7ee 1e7f0-1e7fe, Geor 10a0-10c5 10c7 10cd 10d0-10fa 10fc-10ff 1c90-1cba
        1cbd-1cbf 2d00-2d25 2d27 2d2d, Grek 370-373 376-377 37a-37d 37f 386 388-38a 38c 38e-3a1 3a3-3e1
        3f0-3f5 3f7-3ff 1dc0-1dc1 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f70
        1f72 1f74 1f76 1f78 1f7a 1f7c 1f80-1fb4 1fb6-1fba 1fbc 1fc2-1fc4 1fc6-1fc8 1fca 1fcc 1fd0-1fd2
        1fd6-1fda 1fe0-1fe2 1fe4-1fea 1fec 1ff2-1ff4 1ff6-1ff8 1ffa 1ffc 1d242-1d244, Gujr a81-a83 a85-a8d
        a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abc-ac5 ac7-ac9 acb-acd ad0 ae0-ae3 ae6-aef af9-aff, Guru
        a01-a03 a05-a0a a0f-a10 a13-a28 a2a-a30 a32 a35 a38-a39 a3c a3e-a42 a47-a48 a4b-a4d a51 a5c a66-a75,
        Hang 302e-302f 3131-3163 3165-318e ac00-d7a3, Hani 3005-3007 3021-3029 3038-303b 3400-4dbf 4e00-9fff
        fa0e-fa0f fa11 fa13-fa14 fa1f fa21 fa23-fa24 fa27-fa29 16fe3 16ff0-16ff1 20000-2a6df 2a700-2b739
        2b740-2b81d 2b820-2cea1 2ceb0-2ebe0 30000-3134a 31350-323af, Hani Hira Kana 303c, Hebr 591-5bd 5bf
        5c1-5c2 5c4-5c5 5c7 5d0-5ea 5ef-5f2 5f4, Hira 3041-3096 309d-309f 1b001-1b11f 1b132 1b150-1b152,
        Hira Kana 3031-3035 3099-309a 30fc, Kana 30a1-30fa 30fd-30ff 31f0-31ff 1aff0-1aff3 1aff5-1affb
        1affd-1affe 1b000 1b120-1b122 1b155 1b164-1b167, Khmr 1780-17b3 17b6-17d3 17d7 17dc-17dd 17e0-17e9,
        Knda c80-c83 c85-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbc-cc4 cc6-cc8 cca-ccd cd5-cd6 cdd-cde ce0-ce3
        ce6-cef cf1-cf3, Laoo e81-e82 e84 e86-e8a e8c-ea3 ea5 ea7-ebd ec0-ec4 ec6 ec8-ece ed0-ed9 edc-edf,
        Latn 41-5a 61-7a aa ba c0-d6 d8-f6 f8-1bf 1c4-24f 251 253-254 256-257 259 25b 263 268 272 289 28b
        292 294 2b0 2b7 1d49 1d4d 1d58 1e00-1eff 207f 2c6d a78b-a78c, Mlym d00-d0c d0e-d10 d12-d44 d46-d48
        d4a-d4e d54-d57 d5f-d63 d66-d6f d7a-d7f, Mymr 1000-1049 1050-109d a9e0-a9fe aa60-aa76 aa7a-aa7f,
        Orya b01-b03 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3c-b44 b47-b48 b4b-b4d b55-b57 b5f-b63
        b66-b6f b71, Sinh d81-d83 d85-d96 d9a-db1 db3-dbb dbd dc0-dc6 dca dcf-dd4 dd6 dd8-ddf de6-def
        df2-df3, Taml b82-b83 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa bae-bb9 bbe-bc2
        bc6-bc8 bca-bcd bd0 bd7 be6-bef 11301 11303 1133b-1133c, Telu c00-c0c c0e-c10 c12-c28 c2a-c39
        c3c-c44 c46-c48 c4a-c4d c55-c56 c58-c5a c5d c60-c63 c66-c6f, Thaa 780-7b1, Thai e01-e3a e40-e4e
        e50-e59, Tibt f00 f0b f18-f19 f20-f29 f35 f37 f39 f3e-f42 f44-f47 f49-f4c f4e-f51 f53-f56 f58-f5b
        f5d-f68 f6a-f6c f71-f72 f74 f77 f79-f80 f82-f84 f86-f92 f94-f97 f99-f9c f9e-fa1 fa3-fa6 fa8-fab
        fad-fb8 fba-fbc fc6
        """

    /// How letters of Arabic join others: on both sides (`D`), or only the one before (`R`).
    static let joining = """
        D 620 626 628 62a-62e 633-63f 641-647 649-64a 66e-66f 678-687 69a-6bf 6c1-6c2 6cc 6ce 6d0-6d1
        6fa-6fc 6ff 750-758 75c-76a 76d-770 772 775-777 77a-77f 886 889-88d 8a0-8a9 8af-8b0 8b3-8b8 8ba-8c8,
        R 622-625 627 629 62f-632 648 671-673 675-677 688-699 6c0 6c3-6cb 6cd 6cf 6d2-6d3 6d5 6ee-6ef
        759-75b 76b-76c 771 773-774 778-779 870-882 88e 8aa-8ac 8ae 8b1-8b2 8b9
        """

    /// The signs that are only typed for what stands in front of them; `U+20` is a blank.
    static let typed = """
        U+17f+74 fb05, U+20 a0 1680 2002-200a 202f 205f 3000, U+21 fe57 ff01, U+23 fe5f ff03, U+26 fe60
        ff06, U+27 60 b4 2b9 2bb-2bf 2c8 2ca-2cb 2f4 384 55a 55d 5f3 1fbd 1fbf 1ffe 2018-2019 201b 2032 2035
        ff07 ff40, U+2a fe61 ff0a, U+2b fb29 fe62 ff0b, U+2d 58a 5be 1400 1806 2010-2015 2212 2e17 2e1a
        2e3a-2e3b 2e40 2e5d fe31-fe32 fe58 fe63 ff0d 10ead, U+2e fe52 ff0e, U+30 ff10, U+3099 ff9e, U+309a
        ff9f, U+30a1 ff67, U+30a2 ff71, U+30a3 ff68, U+30a4 ff72, U+30a5 ff69, U+30a6 ff73, U+30a7 ff6a,
        U+30a8 ff74, U+30a9 ff6b, U+30aa ff75, U+30ab ff76, U+30ad ff77, U+30af ff78, U+30b1 ff79, U+30b3
        ff7a, U+30b5 ff7b, U+30b7 ff7c, U+30b9 ff7d, U+30bb ff7e, U+30bd ff7f, U+30bf ff80, U+30c1 ff81,
        U+30c3 ff6f, U+30c4 ff82, U+30c6 ff83, U+30c8 ff84, U+30ca ff85, U+30cb ff86, U+30cc ff87, U+30cd
        ff88, U+30ce ff89, U+30cf ff8a, U+30d2 ff8b, U+30d5 ff8c, U+30d8 ff8d, U+30db ff8e, U+30de ff8f,
        U+30df ff90, U+30e0 ff91, U+30e1 ff92, U+30e2 ff93, U+30e3 ff6c, U+30e4 ff94, U+30e5 ff6d, U+30e6
        ff95, U+30e7 ff6e, U+30e8 ff96, U+30e9 ff97, U+30ea ff98, U+30eb ff99, U+30ec ff9a, U+30ed ff9b,
        U+30ef ff9c, U+30f2 ff66, U+30f3 ff9d, U+30fb ff65, U+30fc ff70, U+31 ff11, U+3131 ffa1, U+3132
        ffa2, U+3133 ffa3, U+3134 ffa4, U+3135 ffa5, U+3136 ffa6, U+3137 ffa7, U+3138 ffa8, U+3139 ffa9,
        U+313a ffaa, U+313b ffab, U+313c ffac, U+313d ffad, U+313e ffae, U+313f ffaf, U+3140 ffb0, U+3141
        ffb1, U+3142 ffb2, U+3143 ffb3, U+3144 ffb4, U+3145 ffb5, U+3146 ffb6, U+3147 ffb7, U+3148 ffb8,
        U+3149 ffb9, U+314a ffba, U+314b ffbb, U+314c ffbc, U+314d ffbd, U+314e ffbe, U+314f ffc2, U+3150
        ffc3, U+3151 ffc4, U+3152 ffc5, U+3153 ffc6, U+3154 ffc7, U+3155 ffca, U+3156 ffcb, U+3157 ffcc,
        U+3158 ffcd, U+3159 ffce, U+315a ffcf, U+315b ffd2, U+315c ffd3, U+315d ffd4, U+315e ffd5, U+315f
        ffd6, U+3160 ffd7, U+3161 ffda, U+3162 ffdb, U+3163 ffdc, U+32 ff12, U+33 ff13, U+34 ff14, U+35
        ff15, U+36 ff16, U+37 ff17, U+38 ff18, U+39 ff19, U+3f fe56 ff1f, U+41 ff21, U+42 ff22, U+43 216d
        ff23, U+44 216e ff24, U+45 ff25, U+46 ff26, U+47 ff27, U+48 ff28, U+49 2160 ff29, U+49+49 2161,
        U+49+49+49 2162, U+49+56 2163, U+49+58 2168, U+4a ff2a, U+4b ff2b, U+4c 216c ff2c, U+4d 216f ff2d,
        U+4e ff2e, U+4f ff2f, U+50 ff30, U+51 ff31, U+52 ff32, U+53 ff33, U+54 ff34, U+55 ff35, U+56 2164
        ff36, U+56+49 2165, U+56+49+49 2166, U+56+49+49+49 2167, U+57 ff37, U+574+565 fb14, U+574+56b fb15,
        U+574+56d fb17, U+574+576 fb13, U+57e+576 fb16, U+58 2169 ff38, U+58+49 216a, U+58+49+49 216b, U+59
        ff39, U+5a ff3a, U+5d0 fb21, U+5d0+5dc fb4f, U+5d3 fb22, U+5d4 fb23, U+5db fb24, U+5dc fb25, U+5dd
        fb26, U+5e2 fb20, U+5e8 fb27, U+5ea fb28, U+5f ff3f, U+61 ff41, U+62 ff42, U+621 fe80, U+622
        fe81-fe82, U+623 fe83-fe84, U+624 fe85-fe86, U+625 fe87-fe88, U+626 fe89-fe8c, U+626+627 fbea-fbeb,
        U+626+648 fbee-fbef, U+626+649 fbf9-fbfb, U+626+6c6 fbf2-fbf3, U+626+6c7 fbf0-fbf1, U+626+6c8
        fbf4-fbf5, U+626+6d0 fbf6-fbf8, U+626+6d5 fbec-fbed, U+627 fe8d-fe8e, U+627+644+644+647 fdf2, U+628
        fe8f-fe92, U+629 fe93-fe94, U+62a fe95-fe98, U+62b fe99-fe9c, U+62c fe9d-fea0, U+62d fea1-fea4,
        U+62e fea5-fea8, U+62f fea9-feaa, U+63 217d ff43, U+630 feab-feac, U+631 fead-feae, U+632 feaf-feb0,
        U+633 feb1-feb4, U+634 feb5-feb8, U+635 feb9-febc, U+636 febd-fec0, U+637 fec1-fec4, U+638
        fec5-fec8, U+639 fec9-fecc, U+63a fecd-fed0, U+64 217e ff44, U+641 fed1-fed4, U+642 fed5-fed8, U+643
        fed9-fedc, U+644 fedd-fee0, U+644+622 fef5-fef6, U+644+623 fef7-fef8, U+644+625 fef9-fefa, U+644+627
        fefb-fefc, U+645 fee1-fee4, U+645+62d+645+62f fdf4, U+646 fee5-fee8, U+647 fee9-feec, U+648
        feed-feee, U+649 fbe8-fbe9 feef-fef0, U+64a fef1-fef4, U+65 ff45, U+66 ff46, U+66+66 fb00,
        U+66+66+69 fb03, U+66+66+6c fb04, U+66+69 fb01, U+66+6c fb02, U+67 ff47, U+671 fb50-fb51, U+677
        fbdd, U+679 fb66-fb69, U+67a fb5e-fb61, U+67b fb52-fb55, U+67e fb56-fb59, U+67f fb62-fb65, U+68
        ff48, U+680 fb5a-fb5d, U+683 fb76-fb79, U+684 fb72-fb75, U+686 fb7a-fb7d, U+687 fb7e-fb81, U+688
        fb88-fb89, U+68c fb84-fb85, U+68d fb82-fb83, U+68e fb86-fb87, U+69 2170 ff49, U+69+69 2171,
        U+69+69+69 2172, U+69+76 2173, U+69+78 2178, U+691 fb8c-fb8d, U+698 fb8a-fb8b, U+6a ff4a, U+6a4
        fb6a-fb6d, U+6a6 fb6e-fb71, U+6a9 fb8e-fb91, U+6ad fbd3-fbd6, U+6af fb92-fb95, U+6b ff4b, U+6b1
        fb9a-fb9d, U+6b3 fb96-fb99, U+6ba fb9e-fb9f, U+6bb fba0-fba3, U+6be fbaa-fbad, U+6c 217c ff4c, U+6c0
        fba4-fba5, U+6c1 fba6-fba9, U+6c5 fbe0-fbe1, U+6c6 fbd9-fbda, U+6c7 fbd7-fbd8, U+6c8 fbdb-fbdc,
        U+6c9 fbe2-fbe3, U+6cb fbde-fbdf, U+6cc fbfc-fbff, U+6d 217f ff4d, U+6d0 fbe4-fbe7, U+6d2 fbae-fbaf,
        U+6d3 fbb0-fbb1, U+6e ff4e, U+6f ff4f, U+70 ff50, U+71 ff51, U+72 ff52, U+73 ff53, U+73+74 fb06,
        U+74 ff54, U+75 ff55, U+76 2174 ff56, U+76+69 2175, U+76+69+69 2176, U+76+69+69+69 2177, U+77 ff57,
        U+78 2179 ff58, U+78+69 217a, U+78+69+69 217b, U+79 ff59, U+7a ff5a, U+b7 16eb 2022 2027 2219 22c5
        2e31 10101, U+f0b f0c
        """
}
